"""The manifest asks for what is used."""

import json
from urllib.parse import parse_qs, urlsplit

import discord

from adapters.discord import commands, intents, scopes
from adapters.discord.manifest import invite, manifest, written


def test_it_asks_for_what_is_called_heard_and_answered_and_nothing_else():
    made = manifest("Robin")
    assert int(made["permissions"]) == discord.Permissions(**dict.fromkeys(made["permissions_by_name"], True)).value
    assert set(made["permissions_by_name"]) == set().union(*scopes.ROUTES.values())
    assert made["intents"] == discord.Intents(**dict.fromkeys(made["intents_by_name"], True)).value
    assert made["switch_on"] == list(intents.PRIVILEGED)
    assert made["commands"] == commands.commands("Robin")
    assert json.loads(written(made)) == made


def test_the_invitation_is_the_one_that_discord_py_would_make():
    theirs = discord.utils.oauth_url(
        42, permissions=discord.Permissions(scopes.integer(scopes.needed())),
        scopes=("bot", "applications.commands"),
    )  # fmt: skip
    ours, theirs_parts = urlsplit(invite("42")), urlsplit(theirs)
    assert ours[:3] == theirs_parts[:3]
    assert parse_qs(ours.query) == parse_qs(theirs_parts.query)
