/**
 * The browser's session history: a move makes an entry, every other change is written into the present one. What an entry
 * held is kept in memory, so that going back brings all of it, also what a link cannot hold; an entry from before a reload
 * is read from its link.
 */
import { isMove, type Place } from './place.js';
import type { Files } from './files.js';

/** What the stores held at an entry. */
export interface Visit {
  readonly place: Place;
}

export interface Visited<V extends Visit> {
  /** What the stores hold now. */
  capture(): V;
  linkOf(visit: V): string;
  readonly files: Files;
  /** What a link names is still being fetched or read. */
  readonly arriving: boolean;
  /** Puts back what an entry of this page held. */
  restore(visit: V): void;
  /** Goes to an entry of which only the link is left. */
  restoreLink(hash: string): void;
  /** Follows an address that the user put in. */
  applyLink(hash: string): void;
  onChange(listener: () => void): () => void;
}

/** The part of the browser that is needed, so that it can be another one in tests. */
export interface BrowserHistory {
  readonly hash: string;
  /** What was stored with the present entry. */
  readonly state: unknown;
  push(state: EntryState, hash: string): void;
  /** @param hash null leaves the address as it is */
  replace(state: EntryState, hash: string | null): void;
  /** Calls back when another entry is the present one, and when the page may be left for good. */
  onMove(listener: () => void): () => void;
  onLeave(listener: () => void): () => void;
}

/** Stored by the browser with each entry, also over a reload. */
export interface EntryState {
  /** Which life of the page made it: numbers of another life mean nothing. */
  readonly page: string;
  readonly entry: number;
}

export interface SessionHistory {
  /** Follows stores and browser from now on; returns the function that ends it. */
  follow(browser: BrowserHistory): () => void;
}

/** Browsers refuse more than a hundred address changes in a few seconds; a drag makes many and is written at its end. */
const WRITE_AFTER_MS = 250;

/** Entries kept in memory, as many as browsers keep. */
const MOST_VISITS = 50;

function entryOf(state: unknown, page: string): number | null {
  if (typeof state !== 'object' || state === null || !('page' in state) || !('entry' in state)) return null;
  return state.page === page && typeof state.entry === 'number' ? state.entry : null;
}

function isEntry(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'page' in state && 'entry' in state;
}

/** @param page tells this life of the page from others */
export function createSessionHistory<V extends Visit>(visited: Visited<V>, page: string): SessionHistory {
  const visits = new Map<number, V>();
  let entries = 0;
  let current = 0;

  const keep = (visit: V): void => {
    visits.delete(current);
    visits.set(current, visit);
    const [oldest] = visits.keys();
    if (visits.size > MOST_VISITS && oldest !== undefined) visits.delete(oldest);
  };

  const follow = (browser: BrowserHistory): (() => void) => {
    let last = visited.capture();
    let unwritten = false;
    let arriving = false;
    let settling: ReturnType<typeof setTimeout> | null = null;
    let writing: ReturnType<typeof setTimeout> | null = null;

    /** Makes the present entry one of this page. */
    const stamp = (): void => {
      entries += 1;
      current = entries;
      keep(last);
      browser.replace({ page, entry: current }, null);
    };

    const write = (): void => {
      if (writing !== null) clearTimeout(writing);
      writing = null;
      if (!unwritten) return;
      unwritten = false;
      const link = visited.linkOf(last);
      if (link !== browser.hash) browser.replace({ page, entry: current }, link);
    };

    /** All that one press of a button changed is one change. */
    const settle = (): void => {
      if (settling !== null) clearTimeout(settling);
      settling = null;
      const now = visited.capture();
      if (isMove(last.place, now.place, visited.files, arriving)) {
        write();
        entries += 1;
        current = entries;
        browser.push({ page, entry: current }, visited.linkOf(now));
      } else {
        unwritten = true;
        if (writing !== null) clearTimeout(writing);
        writing = setTimeout(write, WRITE_AFTER_MS);
      }
      arriving = false;
      last = now;
      keep(now);
    };

    const onMove = (): void => {
      const entry = entryOf(browser.state, page);
      if (entry === current) return;
      // The entry that was left cannot be written any more: its link is of a moment ago, but what it held is known.
      if (settling !== null) keep(visited.capture());
      for (const timer of [settling, writing]) if (timer !== null) clearTimeout(timer);
      settling = null;
      writing = null;
      unwritten = false;
      const visit = entry === null ? undefined : visits.get(entry);
      if (visit !== undefined) visited.restore(visit);
      else if (isEntry(browser.state)) visited.restoreLink(browser.hash);
      else visited.applyLink(browser.hash);
      last = visited.capture();
      if (entry === null) stamp();
      else {
        current = entry;
        keep(last);
      }
    };

    if (entryOf(browser.state, page) === null) stamp();
    const ends = [
      visited.onChange(() => {
        arriving ||= visited.arriving;
        settling ??= setTimeout(settle);
      }),
      browser.onMove(onMove),
      browser.onLeave(() => {
        if (settling !== null) settle();
        write();
      }),
    ];
    return () => {
      for (const end of ends) end();
      for (const timer of [settling, writing]) if (timer !== null) clearTimeout(timer);
    };
  };
  return { follow };
}
