"""The laws' own test: each fault alone, in a copy of the house, must be caught. Run: python -m tests.laws.faults [name…]"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path

from tests.laws.case_faults import CASES, Change

ROOT = Path(__file__).parents[2]
S = "harness/sessions"
LOOP = "harness/loop"


FAULTS: dict[str, list[Change]] = {
    # what a turn is given: see docs/decisions/0036
    "a turn that goes on is told what has changed": [
        Change(f"{LOOP}/packaging.py", "if self._given is None or self._given.chosen != chosen:", "if True:")
    ],
    "after a restart a turn is given what there is by then": [
        Change(f"{LOOP}/packaging.py", "load(turn.package) if turn and turn.package else None", "load(turn.package) if turn and not turn else None")
    ],
    "a turn names the package that it would be given now": [
        Change(f"{LOOP}/packaging.py", "return [TurnCompiled(turn.at.turn, given.package.checksum,",
               "return [TurnCompiled(turn.at.turn, self._compiling.compile(session).checksum,"),
    ],
    "a machine that was slow says what a turn runs with": [
        Change(f"{S}/steps.py", "    if fact.step and not (turn.at.step == fact.step and (turn.thinking or turn.aside)):\n        return session\n", "")
    ],
    "a turn does not say which package it was given": [
        Change(f"{LOOP}/packaging.py", "        if given is None or (turn.package == given.package.checksum and not late):\n", "        if given or True:\n")
    ],
    "a turn goes on with what somebody has left": [
        Change(f"{S}/steps.py", "    if fact.mode is not None and (fact.mode", "    if not fact.turn and (fact.mode")
    ],
    # budgets: see docs/decisions/0043
    "a spent budget holds up nothing": [
        Change(f"{LOOP}/activation.py", "        if asked and holds:\n", "        if asked and holds and asked.at.step > 99:\n")
    ],
    "anybody lifts a budget": [
        Change(f"{S}/spent.py", "    if not OWNERS.entitles(fact.by):\n", "    if fact.by.bot:\n")
    ],
    "what is used after a turn has ended is in no ledger": [
        Change(f"{LOOP}/activation.py", "if spender is None or not counts(fact) or", "if spender is None or not counts(fact) or self.session.turn is None or")
    ],
    "what a compaction used is in the ledger as what its request did": [
        Change(f"{S}/counting.py", "return CountedUsage(fact.at, fact.usage, compaction=fact.through)", "return CountedUsage(fact.at, fact.usage)")
    ],
    "a budget that was lifted holds up all the same": [
        Change(f"{LOOP}/budgeting.py", "and not await self.lifted(share.budget)", "")
    ],
    # talking about what waits: see docs/decisions/0031
    "a late withdrawal takes back what runs": [
        Change(f"{S}/asides.py", "if call is None or not isinstance(call.status, Asked) or call.call.digest != change.digest:",
               "if call is None or not isinstance(call.status, Asked | Cleared):"),
        Change(f"{S}/asides.py", "    ChangeMisfit,\n    Proposed,", "    ChangeMisfit,\n    Cleared,\n    Proposed,"),
        Change(f"{S}/call_status.py", '        "started": Started,\n        "denied": Denied,\n',
               '        "started": Started,\n        "withdrawn": Withdrawn,\n        "denied": Denied,\n'),
    ],
    "an aside outlives its step": [
        Change(f"{S}/steps.py", "        return session\n    session = hushed(session)\n    turn = session.turn\n", "        return session\n    turn = session.turn\n")
    ],
    "what people saw of an aside is left as it was being written": [
        Change(f"{S}/steps.py", "    if turn.aside.begun:\n", "    if False:\n")
    ],
    "what is said during an aside counts as heard by it": [
        Change(f"{S}/asides.py", "inbox=session.inbox.heard(through))", "inbox=session.inbox.heard(session.head))")
    ],
    "an aside speaks in the middle of a step": [
        Change("harness/context/transcript.py", "                self.waiting = _talked(self.waiting, row.fact, queued)\n",
               "                self.waiting = _talked(self.waiting, row.fact, queued)\n                self.waiting.append(Spoke(row.fact.text))\n")
    ],
    "what people and the model talked about is forgotten": [
        Change("harness/context/transcript.py",
               "    entries.insert(len(entries) if where is None else where, Talked(tuple(said), fact.text.strip()))\n", "")
    ],
    "a grant answers for what was put in place": [
        Change(f"{S}/asking.py", "    if stale or call.replaced:\n", "    if stale:\n")
    ],
    "a bystander who had a call replaced is no author of it": [
        Change(f"{S}/asides.py", "turn = replace(turn.heard(speakers), aside", "turn = replace(turn, aside")
    ],
    "talking bars people from deciding what was asked before": [
        Change(f"{S}/session.py", "may_decide(by, ask.requester, ask.authors)", "may_decide(by, ask.requester, self.turn.authors)")
    ],
    "what was put in place runs as the rules would have let it": [
        Change(f"{S}/asides.py", "Proposed(status.ruling))", "Proposed())")
    ],
    "talk settles what it was not about": [
        Change(f"{S}/asides.py", " or call.call.digest != change.digest:", ":")
    ],
    "a stop leaves an aside that goes on": [
        Change(f"{S}/steps.py", "    session = hushed(session)\n    turn = session.turn\n    assert turn\n    for ask in", "    turn = session.turn\n    assert turn\n    for ask in")
    ],
    "what talk has used is not counted apart": [
        Change(f"{S}/session.py", "talk = turn.talk + used.usage if used.aside else turn.talk", "talk = turn.talk")
    ],
    "a limit on talk ends the turn": [
        Change(f"{S}/steps.py", '    if fact.which == "asides":\n', "    if False:\n")
    ],
    "what an aside did not answer is never heard": [
        Change(f"{S}/asides.py", "        return failed(session, fact.at, fact.aside)\n",
               "        return replace(_heard(session, fact.through), turn=replace(turn, aside=None)) if turn else session\n")
    ],
    "a message ends what waits for people alone": [
        Change(f"{S}/messages.py", 'if session.turn and ours and not talks and fact.during == "interrupt":',
               'if session.turn and ours and fact.during == "interrupt":')
    ],
    "a message waits for its turn though it could be answered": [
        Change(f"{S}/messages.py", 'if session.turn and ours and not talks and fact.during in', 'if session.turn and ours and fact.during in')
    ],
    "words that were written before the card was there decide": [
        Change(f"{S}/turn.py", " and self.written < when", "")
    ],
    "one of several is decided in words": [
        Change(f"{S}/deciding.py", " or len(session.asks.open) != 1 or", " or"),
        Change(f"{S}/deciding.py", "    [ask] = session.asks.open\n", "    ask = session.asks.open[0]\n"),
    ],
    "words decide what was not alone when they were written": [
        Change(f"{S}/deciding.py", "    return other.settled.at - ask.since >= written - card.written\n", "    return False\n")
    ],
    "anybody may decide in words": [
        Change(f"{S}/deciding.py", "AskAnswered(ask.id, fact.by, fact.place", "AskAnswered(ask.id, ask.requester, fact.place")
    ],
    "skip the ask": [
        Change(f"{S}/asking.py", "if ruling.ask is None:\n", 'if ruling.ask is None or call.call.tool == "deploy":\n')
    ],
    "guidance mid-step": [
        Change(f"{S}/steps.py", "    if session.turn:\n        return session\n", "    if session.turn:\n        return next_step(session)\n")
    ],
    "a late result accepted": [
        Change(f"{S}/turn.py", "if c.call.id == id and not c.over)", "if c.call.id == id)")
    ],
    "a reply to an older turn accepted": [
        Change(f"{S}/replies.py", "session.thinks(reply.at) and session.turn.through == reply.through", "session.turn.thinking")
    ],
    "provider ids as identity": [
        Change(f"{LOOP}/replying.py", 'ToolCall(f"{effect.at}.{index}", *', 'ToolCall(call.provider_id or f"{effect.at}.{index}", *')
    ],
    "a grant used in another person's turn": [
        Change("harness/approvals/deciders.py",
               "self.quorum == 1 and all(self.may_decide(a, requester, authors) for a in (requester, *authors))",
               "self.quorum == 1")
    ],
    "a grant for more than its giver may decide": [
        Change("harness/approvals/asks.py", " and ask.deciders.may_decide(self.by, self.requester, ())", "")
    ],
    "a grant on a tool taken for one on a category": [
        Change("harness/approvals/asks.py",
               "return named[self.scope] and", "return self.on in (tool, category) and")
    ],
    "a grant on a pattern taken for one on a tool": [
        Change("harness/loop/rulings.py", " if gate.within(call, grant.match)", "")
    ],
    "a stop that kills the next turn": [
        Change(f"{S}/messages.py", "    if fact.turn in (None, turn) and (turn is not None", "    if (turn is not None")
    ],
    "a grant for what is asked every time": [
        Change("harness/approvals/asks.py", "return not self.every_time and ", "return ")
    ],
    "anybody may answer": [
        Change(f"{S}/answers.py", "if not session.may_settle(fact.by, ask):", "if False:")
    ],
    "anybody may type the answer": [
        Change(f"{S}/messages.py", "session.may_settle(by, a) and answer_in", "answer_in")
    ],
    "a quorum of one person": [
        Change(f"{S}/answers.py", "len({p.id for p in ask.approved_by})", "len(ask.approved_by)"),
        Change(f"{S}/answers.py", "any(map(by.same, ask.approved_by))", "False"),
    ],
    "a quorum of one person with two accounts": [
        Change(f"{S}/answers.py", "any(map(by.same, ask.approved_by))", "by.id in {p.id for p in ask.approved_by}")
    ],
    "an author decides from another account": [
        Change("harness/approvals/deciders.py", "any(map(person.same, (requester, *authors)))",
               "person.id in {p.id for p in (requester, *authors)}")
    ],
    "an edit is not judged": [
        Change(f"{S}/answers.py", 'return session.having(call.moved("edited", edited))',
               "return session.settle(ask.id, 'edited', by).having(replace(call, call=edited.call, status=Cleared(edited.ruling, Clearance())))")
    ],
    "what was approved is bound to nothing": [
        Change(f"{S}/answers.py", "note=choice.note, preview=shown)", "note=choice.note)")
    ],
    "an edit is bound to what its editor was not shown": [
        Change(f"{S}/asking.py", " and preview.same(status.shown))", ")")
    ],
    "a grant answers for what has changed since it was approved": [
        Change(f"{S}/asking.py", "Proposed(call.status.ruling, fact.what)", "Proposed(call.status.ruling)")
    ],
    "what was approved and did not run is said to have been approved, no more": [
        Change(f"{S}/asking.py", "session.asks.overtaken(ask.id, why).ending(", "session.asks.ending(")
    ],
    "another tool of the same name runs": [
        Change("harness/tools/runner.py", "        if _another(tool, context):\n            return Outdated(\"tool\")\n", "")
    ],
    "what a skill leaves is forgotten": [
        Change(f"{LOOP}/rules.py", "narrowed = session.turn.narrowed if session.turn else ()", "narrowed = ()")
    ],
    "what was approved of one tool lets another start": [
        Change("harness/approvals/gate.py", "return self.tool != earlier.tool or ", "return ")
    ],
    "what was approved of one tool is for another": [
        Change("harness/approvals/gate.py",
               "((judged.tool, judged.ask and judged.ask.deciders, judged._on) for judged in (self, earlier))",
               "(judged.ask and judged.ask.deciders for judged in (self, earlier))")
    ],
    "a grant on one tool covers another": [
        Change("harness/approvals/asks.py", "(self.on, self.tool) == (tool, digest)", "self.on == tool")
    ],
    "rules that let another tool run take it from people": [
        Change(f"{LOOP}/rulings.py", "return gate.judge(judging, now, asking=True) if another else ruling", "return ruling")
    ],
    "an edit that was made of one tool is for another": [
        Change(f"{S}/asking.py", "    if ruling.tool != edited.ruling.tool:\n", "    if False:\n")
    ],
    "a grant of another call answers what people wanted to see": [
        Change(f"{S}/asking.py", "    if stale or call.replaced:\n", "    if call.replaced:\n")
    ],
    "what may have run before a crash is asked about as if it had not": [
        Change(f"{S}/asking.py", "    if call.status.before:\n", "    if False:\n")
    ],
    "what one tool would do is shown for another": [
        Change(f"{S}/asking.py", "(call.next_ask, call.call.digest, call.status.ruling.tool) != (fact.ask, fact.digest, fact.tool)", "(call.next_ask, call.call.digest) != (fact.ask, fact.digest)")
    ],
    "who says what was wrong with an answer is no author of what hears it": [
        Change(f"{S}/fold.py", "return listen(session, by) if words else session", "return session")
    ],
    "an editor is no author": [
        Change(f"{S}/asking.py", "session, call = author(session, by), replace(call, call=edited.call)", "call = replace(call, call=edited.call)")
    ],
    "whoever answers is no author": [
        Change(f"{S}/answers.py", 'author(session, by).settle(ask.id, "answered", by, words)', 'session.settle(ask.id, "answered", by, words)')
    ],
    "new rules loosen": [
        Change("harness/approvals/gate.py", "return self.verdict > earlier.verdict or", "return self.verdict < earlier.verdict or")
    ],
    "new rules are not asked": [
        Change(f"{LOOP}/rulings.py", " or ruling.tightens(call.ruling)", "")
    ],
    "expired after it was decided": [
        Change(f"{S}/unanswered.py", "if ask is None or not isinstance(ask.status, Posted):\n        return session\n    default", "if ask is None:\n        return session\n    default")
    ],
    "stop leaves its asks open": [
        Change(f"{S}/steps.py", "session = session.settle(ask.id, outcome, by)", "pass")
    ],
    "stop forgets what was not heard": [
        Change(f"{S}/steps.py", "return _over(session, turn, closed, why, resumes)",
               "return _over(replace(session, inbox=replace(session.inbox, unheard=())), turn, closed, why, resumes)")
    ],
    "a reply hears what came after its request": [
        Change(f"{S}/inbox.py", "                for u in self.unheard\n                if u.position > through\n", "                for u in ()\n")
    ],
    "a revoked grant still clears": [
        Change(f"{S}/asking.py", "if isinstance(call.status, Cleared) and call.status.clearance.grant == grant:", "if False:")
    ],
    "resumed forgets what was running": [
        Change(f"{S}/fold.py", "return on_resumed(session, fact)", "return session")
    ],
    "a takeover does not say that it resumed": [
        Change(f"{LOOP}/activation.py", "if self.session.in_flight:", "if False:")
    ],
    "started on an old journal": [
        Change(f"{LOOP}/activation.py", "await self._decide(starting, expect=self.session.head)", "await self._decide(starting)")
    ],
    "what follows decided on an old journal": [
        Change(f"{LOOP}/activation.py", "facts, generation=generation, expect=head", "facts, generation=generation, expect=None")
    ],
    "an effect done again before its outcome is read": [
        Change(f"{LOOP}/activation.py", "self._landed.setdefault(effect, head)", "self._doing.pop(effect)")
    ],
    "a tool cancelled by its own start": [
        Change(f"{S}/turn.py", "return isinstance(self.status, Cleared | Started)", "return isinstance(self.status, Cleared)")
    ],
    "a call that is cleared later takes the place of one that runs": [
        Change(f"{S}/wants.py", "key=lambda call: not call.started)", "key=lambda call: 0)"),
        Change(f"{S}/wants.py", "max(parallel, started)", "parallel"),
    ],
    "posted without looking": [
        Change(f"{LOOP}/delivery.py", "if look or (place, key) in self._tried:", "if False:")
    ],
    "a post in flight is cancelled": [
        Change(f"{LOOP}/activation.py", "if isinstance(effect, WORK) and effect not in wanted", "if effect not in wanted")
    ],
    "a late card ignored": [
        Change(f"{S}/delivered.py", "    return replace(session, postings=postings, asks=asks)",
               "    return replace(session, postings=postings, asks=asks if asks.answerable(fact.ask) else session.asks)")
    ],
    "one card stands for another": [
        Change(f"{S}/asked.py", "if (card.place, card.message) != (place, message)", "if card.message != message")
    ],
    "more is approved than was shown": [
        Change(f"{S}/answers.py", "session.asks.sharing(fact.ask)[: fact.rows] if", "session.asks.sharing(fact.ask) if")
    ],
    "a shared card keeps the buttons of what is settled": [
        Change(f"{S}/wants.py", "if face != card.face:", "if face != card.face and not session.asks.answerable(card.ask):"),
        Change(f"{S}/asked.py", "return replace(self, cards=self._without(place, message))\n", "return self\n"),
    ],
    "an unreachable place holds the turn": [
        Change(f"{S}/delivered.py", "for ask in () if seen else session.asks.answerable(fact.id):", "for ask in ():")
    ],
    "a live message forgotten": [
        Change(f"{S}/replies.py", 'return session.post(Post(f"reply-{fact.at}", fact.place, "", begun=True))', "return session")
    ],
    "a live message begun twice": [
        Change(f"{LOOP}/replying.py", "self._so_far, self._seen_before", "self._so_far, False")
    ],
    "a live message looked for as if it were whole": [
        Change(f"{LOOP}/delivery.py", "self._chat.find(place, key, True)", "self._chat.find(place, key)")
    ],
    "a button that outlives its turn": [
        Change(f"{S}/session.py", 'return shown is not None and shown.at.turn == turn',
               'return shown is not None')
    ],
    "a stop offered again and again": [
        Change(f"{S}/steps.py", "lasted=True", "lasted=False")
    ],
    "a model call told twice is counted twice": [
        Change(f"{S}/session.py", "used.usage == NOTHING or self.has_counted(used):", "used.usage == NOTHING:")
    ],
    "a reply that comes too late used nothing": [
        Change(f"{S}/replies.py", "    expected, session = expects(session, fact), _counted(session, fact)\n    if not expected:\n", "    expected = expects(session, fact)\n    session = _counted(session, fact) if expected else session\n    if not expected:\n")
    ],
    "a stopped call used nothing": [
        Change(f"{LOOP}/replying.py", "ModelStopped(effect.at, self._seen, self._used, effect.aside)", "ModelStopped(effect.at, self._seen, aside=effect.aside)")
    ],
    "the queue forgotten at the end of a turn": [
        Change(f"{S}/steps.py", "        session = _to_be_heard(session, queued)\n    session = replace(session, inbox=replace(session.inbox, queue=()))",
               "        pass\n    session = replace(session, inbox=replace(session.inbox, queue=()))")
    ],
    "what came during a turn forgotten at its end": [
        Change(f"{S}/timers.py", "return self._having(lambda one: one.unheard(now))",
               "return self._having(lambda one: None if one.came else one)")
    ],
    "a wakeup that comes before its time": [
        Change(f"{S}/firing.py", " and timer.due(session.now)", "")
    ],
    "a wakeup that comes while it is paused": [
        Change(f"{S}/session.py", "return not timer.paused and ", "return ")
    ],
    "a wakeup that comes once more": [
        Change(f"{S}/wakeups.py", "    if not wakeup.recurs or following is None:\n        return _unset(", "    if following is None and wakeup.recurs:\n        return _unset(")
    ],
    "a skipped time that changes the turn": [
        Change(f"{S}/wakeups.py", "    session = _again(session, wakeup.skipping(why), following)\n", "    session = _again(session, wakeup.skipping(why), following)\n    session = pre_empt(session, wakeup.by)\n")
    ],
    "a request that does not wait for what was said before": [
        Change(f"{S}/wants.py", "    elif turn.thinking:", "    if turn.thinking:")
    ],
    "a deleted message that is still read": [
        Change("harness/context/window.py", "            self._change(lambda entry: reworded(entry, *changed))", "            pass")
    ],
    "a title that outlives its message": [
        Change(f"{S}/messages.py", "        session = replace(session, title=\"\", opening=\"\", titling=\"\")\n    gone", "        pass\n    gone")
    ],
    "a deleted message that still waits to be read": [
        Change("harness/context/transcript.py", "kept = (entry for entry in self.waiting if not _is_message(entry, message))", "kept = iter(self.waiting)")
    ],
    "a correction that is not heard": [
        Change(f"{S}/messages.py", "    return listen(session, fact.by, ours=_being_answered(session, fact.message))", "    return session")
    ],
    "anybody may allow more": [
        Change(f"{S}/session.py", "return self.needs.may_decide(by, self.by, authors)", "return True")
    ],
    "one person allows what takes two": [
        Change(f"{S}/thread_settings.py", "len({person.id for person in request.allowed_by})", "len(request.allowed_by)"),
        Change(f"{S}/thread_settings.py", "if any(map(by.same, request.allowed_by)):", "if False:"),
    ],
    "a mode request that outlives its mode": [
        Change(f"{S}/session.py", "switched=ModeSwitch(mode, by, self.now), mode_request=None)", "switched=ModeSwitch(mode, by, self.now))")
    ],
    "a mode judged against another one": [
        Change(f"{S}/thread_settings.py", "if fact.was != session.mode:", "if False:")
    ],
    "words taken back take others with them": [
        Change(f"{S}/inbox.py", "last = max([unheard.kept, *earlier])", "last = max([0, *earlier])")
    ],
    "somebody else's words dropped": [
        Change(f"{S}/thread_settings.py", "if not said.by.same(fact.by):", "if False:")
    ],
    "dropped words that are read": [
        Change("harness/context/transcript.py", "if not (gone and _is_queued(each, {position}))", "if True")
    ],
    "a heartbeat in the way of what people want": [
        Change(f"{S}/messages.py", "    if ours and not aside:\n        session = pre_empt(session, by)\n", "")
    ],
    "a heartbeat while something waits": [
        Change(f"{S}/heartbeats.py", "    if why := busy(session):\n        return skipped(", "    if why := ('at-work' if session.turn else None):\n        return skipped("),
        Change(f"{LOOP}/due.py", "else busy(session)", "else None"),
    ],
    "a heartbeat's prose leaks": [
        Change(f"{S}/replies.py", "if session.turn and not session.turn.policy.hears:\n        return _looked", "if False:\n        return _looked")
    ],
    "a heartbeat says how it ended": [
        Change(f"{S}/steps.py", "    if not turn.policy.visible:\n        return broken_off(", "    if False:\n        return broken_off(")
    ],
    "a muted heartbeat speaks": [
        Change(f"{S}/reporting.py", "if heartbeat.muted:", "if False:")
    ],
    "a heartbeat says the same again": [
        Change(f"{S}/heartbeat.py", "told.digest == digest and ", "told.digest == digest and False and ")
    ],
    "a heartbeat counts as activity": [
        Change(f"{S}/steps.py", "return reported(replace(session, turn=None, closed=turn.calls), turn)",
               "return reported(replace(session, turn=None, closed=turn.calls, inbox=replace(session.inbox, replied=session.now)), turn)")
    ],
    "a heartbeat asks before it has looked": [
        Change(f"{S}/wants.py", "    if turn.preparations:", "    if turn.preparations and session.head % 2:")
    ],
    "a reply counts before its request is prepared": [
        Change(f"{S}/session.py", " and not turn.preparations", "")
    ],
    "an ask that expires before anybody has seen it": [
        Change(f"{S}/turn.py", "if self.ask.expires is None or not isinstance(self.status, Posted):\n            return None\n        return self.ask.expires + max(0.0, self.status.at - self.since)", "return self.ask.expires"),
        Change(f"{S}/unanswered.py", "if ask is None or not isinstance(ask.status, Posted):\n        return session\n    default", "if ask is None:\n        return session\n    default"),
        Change(f"{S}/ask_status.py", "Unposted: {\"shown\": Posted, ", "Unposted: {\"shown\": Posted, \"expired\": Settled, "),
    ],
    "a turn that is never let in": [
        Change(f"{S}/steps.py", "    session = replace(session, turn=replace(turn, queued=None))\n", "    pass\n")
    ],
    "a turn that works while it waits for others": [
        Change(f"{S}/wants.py", "if turn is None or turn.queued is not None:", "if turn is None:")
    ],
    "what is owed is dropped by time alone": [
        Change(f"{S}/delivered.py", "    return replace(session, postings=session.postings.delaying(fact.id, place, fact.why, session.now))", "    return on_post_failed(session, PostFailed(fact.id, fact.why))")
    ],
    "what is delayed is never tried again": [
        Change(f"{S}/wants.py", "            yield WakeAt(owed.status.until, PostsDue(owed.id))", "            continue")
    ],
    "what is delayed holds up other places": [
        Change(f"{S}/wants.py", "if not session.postings.delayed(item.id) and", "if not session.postings.owed and")
    ],
    "what opened a turn leaves its requests": [
        Change("harness/context/shrinking.py", "        if not self._pins:\n", "        if True:\n")
    ],
    "large results are dropped before they are shortened": [
        Change("harness/context/shrinking.py", "    shortened = state.shorten(goal, pinned=False)\n", "    shortened = False\n")
    ],
    "that a window was made to fit is no fact": [
        Change(f"{LOOP}/activation.py", "return [WindowCut(asked.at, budget)] if exceeds else []", "self._window.fit(budget)\n        return []")
    ],
    "a summary keeps what was deleted": [
        Change("harness/context/transcript.py", "        if message not in entry.messages:\n", "        if True:\n")
    ],
    "a summary that holds another forgets what that was of": [
        Change("harness/context/transcript.py", "        case Summed(messages=messages):\n            return messages\n", "")
    ],
    "a summary that was begun before a deletion is taken after it": [
        Change(f"{S}/messages.py", "deleted(renewed(forgetting(session)), fact)", "deleted(forgetting(session), fact)")
    ],
    "a void summary is read again with what was deleted": [
        Change("harness/context/window.py", "            self._covered[:] = [change(entry) for entry in self._covered]", "            pass")
    ],
    "what no reply has covered is summed up": [
        Change("harness/context/shrinking.py", "{*self.summed(), *unheard, *self.opening,", "{*self.summed(), *self.opening,")
    ],
    "what is to be done is lost in a summary": [
        Change("harness/context/window.py", "messages, to_do=after.todos, carried_over=", "messages, carried_over=")
    ],
    "what a compaction used is not counted": [
        Change(f"{S}/compaction.py", "    session = session.counting(counted(fact))\n    return _over", "    return _over")
    ],
    "a request waits for ever for a summary that failed": [
        Change(f"{S}/compaction.py", "    if expects(session, fact):\n        return _over(session, Brief(\"not-summed-up\"))\n", "")
    ],
    "a row that cannot be read is tried for ever": [
        Change(f"{LOOP}/activation.py", "                await self._journal.set_aside(self.thread, self.generation, str(error))", "                pass")
    ],
    "what was deleted is asked for once there is a place": [
        Change(f"{S}/messages.py", "if turn and _opens(turn, fact.message) else session", "if False else session")
    ],
    "what others said is lost with the message that opened their turn": [
        Change(f"{S}/messages.py", "if more := [unheard.ours for", "if more := [0 for _ in ()] and [unheard.ours for")
    ],
    "what was said since keeps a turn though it is deleted, too": [
        Change(f"{S}/messages.py", "turn=replace(turn, opening=opening, opened=min(more)))", "turn=turn)")
    ],
    "what waits for its turn is read as it was and as it was corrected": [
        Change(f"{S}/messages.py", "    if session.turn and _opens(session.turn, message):\n        return True\n", "")
    ],
    "what waits for its turn is read as it was": [
        Change("harness/context/window.py", "        if changed := rewording(before, row.fact):\n", "        if (changed := rewording(before, row.fact)) and type(row.fact).__name__ == 'MessageDeleted':\n")
    ],
    "an answer is read on whose message was deleted": [
        Change("harness/context/transcript.py", "                self.words |= {said: DELETED for said, of in self._messages.items() if message and of == message}\n", "")
    ],
    # ahead of need: see docs/decisions/0040
    "what was written down keeps what was deleted": [
        Change("harness/context/window.py", "            self.observed = self.observed.without(row.fact.message)", "            pass")
    ],
    "what is being written down keeps what was deleted": [
        Change("harness/context/observations.py", "self.making if self.making and message not in self.making.messages else None", "self.making")
    ],
    "condensed notes forget what they are of": [
        Change("harness/context/window.py", "for place in of for message in messages_of(self.entries[place]))", "for place in of[:0] for message in messages_of(self.entries[place]))")
    ],
    "notes that came late are taken for more than they are of": [
        Change("harness/context/window.py", "self._sum_up([*self._summed, *self.observed.covered], self.notes, after)", "self._sum_up(self._part(before.turn.at.turn), self.notes, after)")
    ],
    "what was written down is taken after a compaction has begun": [
        Change(f"{S}/compaction.py", "preparations=(compaction,)), observing=None)", "preparations=(compaction,)))")
    ],
    "what nobody has heard is written down, since no turn holds it fast": [
        Change(f"{S}/observing.py", " and turn is not None and not turn.policy.forgets", "")
    ],
    "what is written down is counted to a turn": [
        Change(f"{S}/counting.py", "OBSERVING = At(0, 0)", "OBSERVING = At(1, 1)")
    ],
    "what was written down is in no ledger": [
        Change(f"{LOOP}/activation.py", "return Spender(by.id, place, model) if by and place else None", "return None")
    ],
    "a turn names the package of a mode that was chosen while its model thought": [
        Change(f"{LOOP}/packaging.py", "return self._given.package if self._given else self.of(session)", "return self.of(session)")
    ],
    "a request waits for what is written down": [
        Change(f"{S}/wants.py", "    elif turn.thinking:\n", "    elif turn.thinking and not (session.observing and not session.observing.failed):\n")
    ],
    "what failed to be written down is tried again at once": [
        Change(f"{LOOP}/observing.py", "observing.failed and window.heard > observing.through", "observing.failed")
    ],
    "what is to be done is lost with what was written down": [
        Change("harness/context/window.py", "messages, to_do=after.todos, carried_over=", "messages, to_do=after.todos if self.observed == NOTHING else (), carried_over=")
    ],
    # text from outside: see docs/decisions/0045
    "what was read is forgotten with a summary": [
        Change(f"{S}/compaction.py", "    return told(requested(replace(session, turn=session.turn.prepared())), notice)\n",
               "    return told(requested(replace(session, taint=(), turn=session.turn.prepared())), notice)\n")
    ],
    "what was read is forgotten over a restart": [
        Change("harness/context/snapshot.py", "        return cls(\n            session,\n            entries,",
               "        return cls(\n            type(session)(**{**session.__dict__, 'taint': ()}),\n            entries,")
    ],
    "a result does not say where it comes from": [
        Change("harness/tools/runner.py", "outside = (tool.outside if tool and result.outside is None else result.outside) or None", "outside = None")
    ],
    "what was said before we were asked is trusted": [
        Change(f"{S}/steps.py", "        session = session.tainted(BACKGROUND)\n", "        pass\n")
    ],
    "what a check has found is trusted": [
        Change(f"{S}/heartbeats.py", "session.tainted(COMMAND if fact.found else OURS)", "session.tainted(OURS)")
    ],
    "a grant of before something was read counts after it": [
        Change("harness/approvals/asks.py", "        if not set(ask.untrusted).issubset(self.untrusted):\n            return False\n", "")
    ],
    "what is judged before something is read stays as it was judged": [
        Change("harness/loop/rules.py", "not private and not heard:", "not private:")
    ],
    "what a grant had cleared runs after more was read": [
        Change("harness/approvals/gate.py", " or stricter or self._has_heard_more(earlier)", " or stricter")
    ],
    "where a mode lets all through, it does after something was read": [
        Change("harness/approvals/gate.py", "        if not self.untrusted:\n", "        if not self.untrusted or self.yolo:\n")
    ],
    "what is to be remembered after something was read is always allowed": [
        Change("harness/approvals/gate.py", "cautious = remembers or leaves or", "cautious = leaves or")
    ],
    "what is denied after something was read is let through": [
        Change("harness/approvals/gate.py", "self._of_skills(tool, touched), heard):", "self._of_skills(tool, touched)):")
    ],
    "what was read elsewhere makes its own marks": [
        Change("harness/chat/untrusted.py", "{_LIKE_MARK.sub(_LIKE_LESS, text)}", "{text}")
    ],
    # commands in the background: see docs/decisions/0048
    "a command is begun, and nobody knows": [
        Change(f"{S}/in_background.py", "    return replace(session, commands=(*session.commands, command)).tainted(change.outside)\n", "    return session.tainted(change.outside)\n")
    ],
    "a stop leaves what its turn has begun": [
        Change(f"{S}/messages.py", 'return stopped(end_turn(session, StoppedBy(by), "stopped", by), lambda one: one.turn == turn.at.turn)',
               'return end_turn(session, StoppedBy(by), "stopped", by)')
    ],
    "a stop ends what other turns have begun": [
        Change(f"{S}/messages.py", ', "stopped", by), lambda one: one.turn == turn.at.turn)', ', "stopped", by))')
    ],
    "what begins after its turn has ended runs on": [
        Change(f"{S}/running.py", "        return in_background.begun_late(session, fact)\n", "        return session\n")
    ],
    "what is begun by a call that is cancelled runs on": [
        Change(f"{LOOP}/perform.py", "            if not begun:\n                self._background.drop", "            if begun is None:\n                self._background.drop")
    ],
    "what another machine had runs for ever": [
        Change(f"{LOOP}/command_ends.py", 'Ended("lost") if lost else', 'Ended("lost") if lost and command.stopped else None if lost else')
    ],
    "an end that is told twice counts twice": [
        Change(f"{S}/in_background.py", "    if command is None:\n        return session\n", "    if command is None:\n        return session.tell(session.place, session.served, Brief(\"stopped\")) if session.place and session.served else session\n"),
        Change(f"{S}/in_background.py", "from harness.sessions.notices import CommandOver\n", "from harness.sessions.notices import Brief, CommandOver\n"),
    ],
    "a command that somebody has ended opens a turn": [
        Change(f"{S}/in_background.py", "not command.notify or command.stopped or", "not command.notify or")
    ],
    "who was to hear of an end does not": [
        Change(f"{S}/in_background.py", "    return session if fact.silent else _heard(session, command)\n", "    return session\n")
    ],
    "what a command says is from outside only once it was looked at": [
        Change(f"{S}/in_background.py", "(*session.commands, command)).tainted(change.outside)", "(*session.commands, command))")
    ],
    "an end waits until somebody writes": [
        Change(f"{LOOP}/activation.py", "if self.session.commands and await self._tell_ends(rules):", "if self.session.turn and self.session.commands and await self._tell_ends(rules):")
    ],
    "a thread is deleted while something runs in it": [
        Change(f"{S}/deletion.py", "replace(stopped(session), inbox=inbox,", "replace(session, commands=(), inbox=inbox,")
    ],
    # files as they were: see docs/decisions/0027
    "anybody has a change undone": [
        Change(f"{S}/undone.py", "    if not decides and not fact.by.same(ask.requester):\n", "    if fact.by.bot:\n")
    ],
    "an earlier change of a file is undone": [
        Change(f"{S}/undone.py", "if one.undo and one.undo.file == change.file:", "if one.undo and one.undo.file == change.path:")
    ],
    "what a rule is against by now is undone": [
        Change(f"{LOOP}/perform.py", "        if await self._denies(session.mode, effect.call):\n", "        if await self._denies(session.mode, effect.call) and not session:\n")
    ],
    "what was undone can be undone": [
        Change(f"{S}/undone.py", "return _closed(session, replace(ask, undone=fact.by)).tidied() if ask else session", "return session.asking(replace(ask, undone=fact.by)) if ask else session")
    ],
    "a model is not told what was undone": [
        Change("harness/context/transcript.py", 'outcome="undone") if _undoing(before, ask):', 'outcome="undone") if _undoing(before, ask) and after.turn:')
    ],
    "who wants a change undone waits for ever": [
        Change(f"{S}/wants.py", "    yield from session.undoing\n", "")
    ],
    "a redelivery appended": [
        Change("tests/fakes/journal.py", "if key is not None and key in self.keys:", "if False:")
    ],
}  # fmt: skip


LAWS = ("tests/laws/test_laws.py",)
UNITS = tuple(f"tests/unit/harness/{room}" for room in ("sessions", "loop", "context", "tools", "approvals"))
TRIES: tuple[tuple[int | None, tuple[str, ...]], ...] = (
    (40, LAWS),
    (None, UNITS),
    (400, LAWS + UNITS),
    (4_000, LAWS),
)
"""How many examples of what; None: as many as usual. Most faults are caught by the first, and none may outlive all."""
ENDLESS = 900.0
"""Seconds after which a fault is caught by that nothing ends any more."""


def caught(name: str) -> str:
    """The verdict on one fault, and by what it was caught."""
    with _house() as copy:
        for file, right, wrong in FAULTS.get(name) or [CASES[name].change]:
            path = Path(copy, file)
            text = path.read_text()
            if right not in text:
                return f"stale   {name}: {file} has changed: {right}"
            path.write_text(text.replace(right, wrong))
        for number, what in TRIES if name in FAULTS else ((None, CASES[name].tests),):
            status, why = _tried(copy, number, what)
            if status:
                return f"{'caught ' if status == 1 else 'broken '} {name}: {why}"
    return f"MISSED  {name}" + (f": by {number:,} examples" if number else "")


def broken() -> str:
    """By what a copy is caught that nothing was changed in, if by anything."""
    with _house() as copy:
        return "; ".join(why for number, what in TRIES[:2] for status, why in [_tried(copy, number, what)] if status)


@contextmanager
def _house() -> Iterator[str]:
    """A copy of all that the tests need, with what is compiled, which goes by a file's time and size."""
    with tempfile.TemporaryDirectory() as copy:
        for room in ("harness", "adapters", "bot", "scheduler", "manifests", "docs", "tests"):
            shutil.copytree(ROOT / room, Path(copy, room))
        shutil.copy(ROOT / "pyproject.toml", copy)
        yield copy


def _tried(copy: str, number: int | None, what: Sequence[str]) -> tuple[int, str]:
    """pytest's status, and the last thing that it says of what failed."""
    environment = {name: value for name, value in os.environ.items() if name != "EXAMPLES"}
    if number is not None:
        environment["EXAMPLES"] = str(number)
    try:
        run = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--tb=line", *what],
            cwd=copy,
            capture_output=True,
            text=True,
            check=False,
            env=environment,
            timeout=ENDLESS,
        )
    except subprocess.TimeoutExpired:
        return 1, f"nothing ends any more within {ENDLESS:.0f} s"
    why = [line for line in run.stdout.splitlines() if line.startswith(("E  ", "FAILED"))]
    return run.returncode, why[-1][:150] if why else ""


def verdicts(names: Sequence[str]) -> Iterator[str]:
    """As they come, as many at once as there are cores."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for trying in as_completed([pool.submit(caught, name) for name in names or [*FAULTS, *CASES]]):
            yield trying.result()


if __name__ == "__main__":
    if unknown := [name for name in sys.argv[1:] if name not in FAULTS and name not in CASES]:
        sys.exit("\n".join([f"There is no fault {unknown[0]!r}. There are:", *FAULTS, *CASES]))
    if not sys.argv[1:] and (why := broken()):  # or each would be caught by that
        sys.exit(f"what has no fault fails, too: {why}")
    missed = False
    for line in verdicts(sys.argv[1:]):
        print(line, flush=True)
        missed |= not line.startswith("caught")
    sys.exit(missed)
