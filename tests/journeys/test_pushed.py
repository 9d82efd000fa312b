"""Notices on a device, in a real browser under the policy: asked for with a button, shown by the worker."""

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid.utils import b64urlencode

from tests.journeys.test_a_day import account
from tournaments.notices.rows import Device

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# No push service can be reached from here, so the browser's subscription is made up; the rest is real.
SUBSCRIBED = """
  PushManager.prototype.subscribe = async (wish) => {
    window.asked = wish.applicationServerKey.length;
    const keys = {auth: "c2l4dGVlbiBieXRlcyBpdA", p256dh: "%s"};
    return {toJSON: () => ({endpoint: "http://127.0.0.1:9/push", keys})};
  };
"""
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.getRegistration("/static/nigiri/");
  return (await worker.getNotifications()).map((shown) => [shown.title, shown.body, shown.data]);
}"""


def test_a_device_is_told_after_a_button_and_shows_what_is_pushed(browser, live_server, settings):
    settings.WEBHOOK_PRIVATE = True
    account("anna")
    context = browser.new_context(base_url=live_server.url, permissions=["notifications"])
    context.add_init_script(SUBSCRIBED % point())
    page = context.new_page()
    complaints = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.goto("/accounts/login/?next=/account/")
    page.fill("input[name=login]", "anna")
    page.fill("input[name=password]", "nine-stones-and-a-bowl")
    page.click("main button[type=submit]")
    page.get_by_role("button", name="Show them on this device").click()
    page.get_by_text("Notices are shown on this device now.").wait_for()
    assert [device.user.username for device in Device.objects.all()] == ["anna"]
    message = '{"title": "The Open: round 1", "text": "Table 3", "path": "/account/notices/"}'
    deliver(context, page, live_server.url, message)
    page.wait_for_function(f"async () => (await ({SHOWN})()).length")
    assert page.evaluate(SHOWN) == [["The Open: round 1", "Table 3", "/account/notices/"]]
    assert complaints == []
    page.get_by_role("button", name="No more there").click()
    page.get_by_text("Nothing is sent to that device any more.").wait_for()
    assert not Device.objects.exists()
    context.close()


def point():
    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    raw = key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return b64urlencode(raw)


def deliver(context, page, origin, message):
    """As the browser's maker would, to the worker that the page has registered."""
    session = context.new_cdp_session(page)
    found = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"]))
    session.send("ServiceWorker.enable")
    for _ in range(100):
        if found:
            break
        page.wait_for_timeout(50)
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": found[0]["registrationId"], "data": message},
    )
