"""Files: brought by people, uploaded by the app in three steps, deleted. No I/O; every refusal is a `Refusal`."""

import dataclasses
import mimetypes
from collections.abc import Callable

from tests.fakes.slack.records import Attached, File, Team, Upload, User
from tests.fakes.slack.refusal import Refusal


class Files:
    """`new_id` names them. Nobody sees an upload before it is completed."""

    def __init__(self, new_id: Callable[[str], str]) -> None:
        self._new_id = new_id
        self._files: dict[str, File] = {}
        self._uploads: dict[str, Upload] = {}

    def get(self, file_id: str) -> File | None:
        return self._files.get(file_id)

    def add(self, person: User, what: Attached) -> File:
        """A person brings it along."""
        one = File(
            id=self._new_id("F"),
            team_id=person.team_id,
            name=what.name,
            title=what.title or what.name,
            content=what.content,
            user=person.id,
            mimetype=what.mimetype or _kind(what.name),
            claimed=what.size,
            held_back=what.held_back,
        )
        self._files[one.id] = one
        return one

    def delete(self, file_id: str) -> None:
        """Its bytes are gone; messages show that there was one."""
        self._files[file_id] = dataclasses.replace(self._files[file_id], content=b"", deleted=True)

    def seen(self, team: Team, file_id: str) -> File:
        """As far as the app in that workspace can have it. Refusal: file_not_found, file_deleted."""
        one = self._files.get(file_id)
        if one is None or (one.team_id != team.id and not one.shared):
            raise Refusal("file_not_found")
        if one.deleted:
            raise Refusal("file_deleted")
        return one

    def share(self, *ids: str) -> None:
        """They are in a conversation with people of other workspaces."""
        for file_id in ids:
            self._files[file_id] = dataclasses.replace(self._files[file_id], shared=True)

    # -- uploads -------------------------------------------------------------------------------------------------

    def announce(self, team: Team, name: str, length: int) -> Upload:
        one = Upload(self._new_id("F"), team.id, name, length)
        self._uploads[one.id] = one
        return one

    def receive(self, file_id: str, content: bytes) -> bool:
        """False when nothing of that id and length was announced."""
        upload = self._uploads.get(file_id)
        if upload is None or upload.length != len(content):
            return False
        self._uploads[file_id] = dataclasses.replace(upload, content=content)
        return True

    def complete(self, team: Team, wanted: dict[str, str]) -> list[File]:
        """The uploads by id with their titles, as files of the app, all or none."""
        done: list[File] = []
        for file_id, title in wanted.items():
            upload = self._uploads.get(file_id)
            if upload is None or upload.team_id != team.id or upload.content is None:
                raise Refusal("file_not_found")
            done.append(
                File(
                    id=upload.id,
                    team_id=team.id,
                    name=upload.name,
                    title=title or upload.name,
                    content=upload.content,
                    user=team.bot.id,
                    mimetype=_kind(upload.name),
                )
            )
        for one in done:
            self._files[one.id] = one
            del self._uploads[one.id]
        return done


def _kind(name: str) -> str:
    return mimetypes.guess_type(name)[0] or "text/plain"
