"""What is kept of accounts beside Django's, allauth's and knox' own rows. Source, as people are."""

from django.conf import settings
from django.db import models
from knox.models import AuthToken


class TokenTerms(models.Model):
    """What a token is for. ``scope``: an ``access.table.Scope``; a token without terms may do everything."""

    token = models.OneToOneField(AuthToken, on_delete=models.CASCADE, primary_key=True, related_name="terms")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=60)
    scope = models.CharField(max_length=10)
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("user", "name"), condition=~models.Q(name=""), name="token_names_differ"
            ),
        )

    def __str__(self) -> str:
        return self.name


class PasswordRequest(models.Model):
    """Somebody at the login page asked for a link to a new password, where no mail can bring it."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    asked_at = models.DateTimeField()

    class Meta:
        ordering = ("asked_at",)

    def __str__(self) -> str:
        return f"{self.user_id} {self.asked_at:%F %T}"
