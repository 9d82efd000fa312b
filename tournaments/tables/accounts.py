"""Source tables about accounts, in addition to those of Django, allauth and knox."""

from django.conf import settings
from django.db import models
from knox.models import AuthToken


class TokenTerms(models.Model):
    """Name and scope of a token (``access.table.Scope``); a token without terms may do everything."""

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
    """A request for a new password on a server without e-mail, for an operator to answer."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    asked_at = models.DateTimeField()

    class Meta:
        ordering = ("asked_at",)

    def __str__(self) -> str:
        return f"{self.user_id} {self.asked_at:%F %T}"
