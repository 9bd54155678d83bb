"""The gallery: stories played in the emulators and on a terminal, drawn from what was sent there.

`python -m tests.gallery` plays them, and writes the pictures and their index into docs/gallery.

stories/     what happens, told once for all platforms
stage        where a story is played, and how its moments are taken; `workspace`, `clocks`: what all stages share
slack/, discord/, terminal/   each platform's stage, and what was sent there as HTML
panels       what is to be seen at one moment;  names: what ids are called;  counts: how many posts it took
html, markdown, page   HTML;  looks/: its styles;  outline: read again, for tests
chromium     pages as pictures;  index: the page that shows them
"""
