import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from './browser-history.fixture.js';
import type { Place } from './place.js';
import { createSessionHistory, type Visit, type Visited } from './session-history.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Note extends Visit {
  readonly text: string;
  /** Not in the link. */
  readonly secret: number;
}

/** A page whose whole state is a view and a text. */
function startPage(hash = '', browser = fakeBrowser(hash), life = 'one') {
  const place = (view: string): Place => ({ bench: 'replay', view, file: null, loads: 0 });
  const read = (link: string): Note => {
    const [view = '', text = ''] = link.replace('#', '').split(':');
    return { place: place(view), text, secret: 0 };
  };
  let now = read(hash);
  const listeners = new Set<() => void>();
  const calls: string[] = [];
  const change = (next: Note): void => {
    now = next;
    for (const listener of listeners) listener();
  };
  const visited: Visited<Note> = {
    capture: () => now,
    linkOf: (visit) => `#${visit.place.view}:${visit.text}`,
    files: { files: [], selected: null, profile: null },
    arriving: false,
    restore(visit) {
      calls.push('restore');
      change(visit);
    },
    restoreLink(link) {
      calls.push('restoreLink');
      change(read(link));
    },
    applyLink(link) {
      calls.push('applyLink');
      change(read(link));
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const history = createSessionHistory(visited, life);
  const end = history.follow(browser);
  return {
    browser,
    calls,
    history,
    end,
    visited,
    now: () => now,
    type: (text: string, secret = now.secret) => change({ ...now, text, secret }),
    move: (view: string) => change({ ...now, place: place(view) }),
    settle: () => vi.advanceTimersByTime(10),
  };
}

describe('the session history', () => {
  it('writes a change into the present entry, at the end of a drag', () => {
    const page = startPage('#a:');
    for (const text of ['x', 'xy', 'xyz']) {
      page.type(text);
      vi.advanceTimersByTime(100);
    }
    expect(page.browser.hashes, 'not while it goes on').toEqual(['#a:']);
    vi.advanceTimersByTime(250);
    expect(page.browser.hashes).toEqual(['#a:xyz']);
  });

  it('makes an entry of a move, and the one that is left says what it held', () => {
    const page = startPage('#a:');
    page.type('old');
    page.settle();
    page.move('b');
    page.settle();
    expect(page.browser.hashes).toEqual(['#a:old', '#b:old']);
    page.type('new');
    vi.advanceTimersByTime(300);
    expect(page.browser.hashes).toEqual(['#a:old', '#b:new']);
  });

  it('takes all that one press changes as one move, of which nothing is in the entry that is left', () => {
    const page = startPage('#a:');
    page.type('loaded');
    page.move('b');
    page.settle();
    page.settle();
    expect(page.browser.hashes).toEqual(['#a:', '#b:loaded']);
  });

  it('goes back and forward to what the entries held, also to what no link holds', () => {
    const page = startPage('#a:');
    page.type('first', 7);
    page.settle();
    page.move('b');
    page.type('second', 8);
    page.settle();
    page.browser.go(-1);
    expect(page.now()).toMatchObject({ text: 'first', secret: 7 });
    vi.advanceTimersByTime(300);
    expect(page.browser.hashes, 'going back makes no entry').toEqual(['#a:first', '#b:second']);
    expect(page.browser.at).toBe(0);
    page.browser.go(1);
    expect(page.now()).toMatchObject({ text: 'second', secret: 8 });
    expect(page.calls).toEqual(['restore', 'restore']);
  });

  it('does not lose what was changed just before going back', () => {
    const page = startPage('#a:');
    page.move('b');
    page.settle();
    page.type('in haste');
    page.browser.go(-1);
    page.browser.go(1);
    expect(page.now().text).toBe('in haste');
    page.type('in haste!');
    vi.advanceTimersByTime(300);
    expect(page.browser.hashes).toEqual(['#a:', '#b:in haste!']);
  });

  it('a move after going back takes the place of what was ahead', () => {
    const page = startPage('#a:');
    page.move('b');
    page.settle();
    page.browser.go(-1);
    vi.advanceTimersByTime(300);
    page.move('c');
    page.settle();
    expect(page.browser.hashes).toEqual(['#a:', '#c:']);
  });

  it('follows an address put in by hand once, and comes back from it', () => {
    const page = startPage('#a:mine', undefined);
    page.browser.type('#z:typed');
    expect(page.now()).toMatchObject({ text: 'typed', place: { view: 'z' } });
    vi.advanceTimersByTime(300);
    expect(page.browser.hashes).toEqual(['#a:mine', '#z:typed']);
    page.browser.go(-1);
    page.browser.go(1);
    expect(page.calls).toEqual(['applyLink', 'restore', 'restore']);
  });

  it('reads entries from before a reload from their links', () => {
    const before = startPage('#a:one');
    before.move('b');
    before.settle();
    before.end();
    const page = startPage('#b:one', before.browser, 'two');
    page.browser.go(-1);
    expect(page.now()).toMatchObject({ text: 'one', place: { view: 'a' } });
    page.browser.go(1);
    expect(page.calls, 'the second is one of this page').toEqual(['restoreLink', 'restore']);
    expect(page.browser.hashes).toEqual(['#a:one', '#b:one']);
  });

  it('what a link brings with delay is no move', () => {
    const page = startPage('#a:');
    Object.assign(page.visited, { arriving: true });
    page.move('b');
    Object.assign(page.visited, { arriving: false });
    vi.advanceTimersByTime(300);
    expect(page.browser.hashes).toEqual(['#b:']);
  });

  it('writes what is not written yet when the page is left', () => {
    const page = startPage('#a:');
    page.type('last words');
    page.browser.leave();
    expect(page.browser.hashes).toEqual(['#a:last words']);
  });

  it('goes on where it was when it is followed anew', () => {
    const page = startPage('#a:');
    page.move('b');
    page.settle();
    page.end();
    page.move('unseen');
    page.move('b');
    page.history.follow(page.browser);
    page.browser.go(-1);
    expect(page.now().place.view).toBe('a');
    expect(page.browser.hashes).toEqual(['#a:', '#b:']);
  });
});
