import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentApp } from './app.fixture.js';
import type { App } from './app.js';
import { fakeBrowser } from './browser-history.fixture.js';
import { dumpFile } from './dump-file.fixture.js';
import { setHeap } from './heap-inputs.js';
import { isMove, type Place } from './place.js';
import { traceFile } from './trace-file.fixture.js';

beforeEach(() => void vi.useFakeTimers());
const apps: App[] = [];
afterEach(() => {
  for (const app of apps.splice(0)) app.dispose();
  vi.useRealTimers();
});

/** A page with two traces and two dumps open, and none of them on a bench. */
function startPage(hash = '') {
  const app = silentApp(hash);
  apps.push(app);
  app.files.setState({
    files: [traceFile('t1', 100, 1), traceFile('t2', 60, 2), dumpFile('d1'), dumpFile('d2')],
  });
  const browser = fakeBrowser(hash);
  app.visits.follow(browser);
  const settle = (): void => void vi.advanceTimersByTime(300);
  settle();
  return {
    app,
    browser,
    settle,
    /** Entries of the browser after the change. */
    after: (change: () => void): number => {
      change();
      settle();
      return browser.hashes.length;
    },
    go: (by: number): void => {
      browser.go(by);
      settle();
    },
    option: () => app.inputs.store.getState().history.present.options.dirty_mult,
  };
}

describe('what makes an entry', () => {
  it('benches, views, files, flame graph zooms and looking inside do', () => {
    const { app, after } = startPage();
    const { view, heap } = app;
    expect(after(() => app.select('t1'))).toBe(2);
    expect(after(() => view.setState({ replayView: 'compare' }))).toBe(3);
    expect(after(() => view.setState({ replayView: 'tune' }))).toBe(4);
    expect(after(() => view.setState({ replayView: 'timelines' }))).toBe(5);
    expect(after(() => app.inside.setState({ open: true }))).toBe(6);
    expect(after(() => app.select('t2'))).toBe(7);
    expect(after(() => view.setState({ bench: 'heap' }))).toBe(8);
    expect(after(() => app.select('d1'))).toBe(9);
    expect(after(() => setHeap(heap, { tab: 'tree' }))).toBe(10);
    expect(after(() => setHeap(heap, { tab: 'graph' }))).toBe(11);
    expect(after(() => setHeap(heap, { zoom: ['main', 'parse'] }))).toBe(12);
    expect(after(() => setHeap(heap, { zoom: ['main'] }))).toBe(13);
    expect(after(() => view.setState({ bench: 'sampling' }))).toBe(14);
  });

  it('sliders, ways of looking, selections and typing do not', () => {
    const { app, after } = startPage();
    app.select('t1');
    const entries = after(() => undefined);
    expect(after(() => app.inputs.setOption('dirty_mult', 5))).toBe(entries);
    expect(after(() => app.view.setState({ axis: 'event', hidden: ['dirty'], zoom: [1, 50] }))).toBe(entries);
    expect(after(() => app.sweeps.inputs.setState({ seed: 9 }))).toBe(entries);
    app.inside.setState({ open: true });
    const inside = after(() => undefined);
    expect(after(() => app.inside.setState({ events: 30, slab: 2 }))).toBe(inside);
    app.view.setState({ bench: 'heap' });
    app.select('d1');
    const heap = after(() => undefined);
    expect(after(() => setHeap(app.heap, { focus: 'ab', selected: 'malloc', measure: 'alloc_space' }))).toBe(
      heap,
    );
    app.view.setState({ bench: 'sampling' });
    const sampling = after(() => undefined);
    expect(after(() => app.sampling.inputs.set({ lg: 12 }))).toBe(sampling);
    expect(after(() => app.sampling.inputs.choosePreset('heavy-tail'))).toBe(sampling);
  });

  it('a removed file is no place to go back to, and an edited workload goes on where it was', () => {
    const { app, after } = startPage();
    app.select('t1');
    const entries = after(() => undefined);
    expect(after(() => app.opener.remove('t1'))).toBe(entries);
    const files = app.files.getState();
    const at = (file: string | null): Place => ({ bench: 'sampling', view: '', file, loads: 0 });
    expect(isMove(at(null), at('t2'), files, false)).toBe(true);
    expect(isMove(at('t2'), at(null), files, false)).toBe(false);
    expect(isMove(at('t1'), at('t2'), files, false)).toBe(false);
  });
});

describe('back and forward', () => {
  it('bring file, view and settings back, as a step that can be undone', () => {
    const { app, browser, after, go, option } = startPage();
    after(() => app.select('t1'));
    app.inputs.setOption('dirty_mult', 5);
    after(() => app.view.setState({ zoom: [3, 40] }));
    after(() => app.view.setState({ replayView: 'tune' }));
    after(() => app.inputs.setOption('dirty_mult', 9));
    after(() => app.select('t2'));
    expect(app.view.getState().zoom).toBeNull();
    go(-1);
    expect([app.files.getState().selected, option()]).toEqual(['t1', 9]);
    go(-1);
    expect(app.view.getState()).toMatchObject({ replayView: 'timelines', zoom: [3, 40] });
    expect(option()).toBe(5);
    app.inputs.undo();
    expect(option(), 'undo brings back what going back changed').toBe(9);
    app.inputs.redo();
    go(2);
    expect([app.files.getState().selected, option()]).toEqual(['t2', 9]);
    expect(browser.hashes).toHaveLength(3 + 1);
    go(-3);
    expect(app.files.getState().selected, 'the bench as it was found').toBeNull();
  });

  it('that change nothing cost no step of undo', () => {
    const { app, after, go } = startPage();
    app.select('t1');
    app.inputs.setOption('dirty_mult', 5);
    after(() => app.inputs.undo());
    after(() => app.view.setState({ replayView: 'compare' }));
    go(-1);
    app.inputs.redo();
    expect(app.inputs.store.getState().history.present.options.dirty_mult).toBe(5);
  });

  it('leave alone what other benches hold, pins, and the setup of a sweep out of sight', () => {
    const { app, after, go } = startPage('#v=2&bench=replay');
    after(() => app.select('t1'));
    after(() => app.view.setState({ bench: 'heap' }));
    after(() => app.select('d2'));
    after(() => setHeap(app.heap, { focus: 'typed here', tab: 'top' }));
    after(() => app.sampling.inputs.set({ lg: 9 }));
    app.sweeps.inputs.setState({ seed: 77 });
    app.pins.add({
      name: 'kept',
      trace: { sample: null, fileId: 't1', name: 't1' },
      inputs: app.inputs.store.getState().history.present,
      axis: 'time',
    });
    go(-3);
    expect(app.view.getState().bench).toBe('replay');
    expect(app.heap.getState().inputs.focus).toBe('typed here');
    expect(app.sampling.inputs.present.lg).toBe(9);
    expect(app.sweeps.inputs.getState().seed).toBe(77);
    expect(app.pins.store.getState().pins).toHaveLength(1);
    expect(app.files.getState().profile).toBe('d2');
    go(1);
    expect(app.heap.getState().inputs, 'the entry is from before').toMatchObject({ focus: '', tab: 'graph' });
    go(2);
    expect(app.heap.getState().inputs).toMatchObject({ focus: 'typed here', tab: 'top' });
  });

  it('undo loading a pinned run, which leads nowhere else', () => {
    const { app, browser, after, go, option } = startPage();
    app.select('t1');
    after(() => app.view.setState({ replayView: 'compare' }));
    const inputs = app.inputs.store.getState().history.present;
    const pin = app.pins.add({
      name: '',
      trace: { sample: null, fileId: 't1', name: 't1' },
      inputs: { ...inputs, options: { ...inputs.options, dirty_mult: 5 } },
      axis: 'time',
    });
    const entries = after(() => undefined);
    expect(after(() => app.loadPin(pin))).toBe(entries + 1);
    expect(
      after(() => app.loadPin(pin)),
      'it is loaded already',
    ).toBe(entries + 1);
    go(-1);
    expect(option()).toBe(inputs.options.dirty_mult);
    expect(app.view.getState().replayView).toBe('compare');
    go(1);
    expect(option()).toBe(5);
    expect(browser.hashes).toHaveLength(entries + 1);
  });

  it('keep a workload that no link can hold', () => {
    const { app, after, go } = startPage('#v=2&bench=sampling');
    const workload = Array.from({ length: 500 }, (_, i) => ({ size: 16 * (i + 1), allocated: 5, live: 1 }));
    const source = {
      kind: 'file',
      file: 't1',
      sizesOf: 'table',
      name: 'sizes.csv',
      notes: ['a note'],
    } as const;
    expect(after(() => app.sampling.inputs.set({ source, workload }))).toBe(2);
    after(() => app.sampling.inputs.set({ lg: 12 }));
    go(-1);
    expect(app.sampling.inputs.present.source.kind).toBe('preset');
    go(1);
    expect(app.sampling.inputs.present).toMatchObject({ source, lg: 12 });
    expect(app.sampling.inputs.present.workload).toBe(workload);
  });

  it('stand on what is there where a file is gone', () => {
    const { app, after, go } = startPage();
    after(() => app.select('t1'));
    after(() => app.select('t2'));
    after(() => app.opener.remove('t1'));
    go(-1);
    expect(app.files.getState().selected).toBe('t2');
  });

  it('after a reload follow the links, and bring no error for what only this page knew', () => {
    const first = startPage();
    first.app.select('t1');
    first.after(() => first.app.inputs.setOption('dirty_mult', 5));
    first.after(() => first.app.view.setState({ replayView: 'compare' }));
    const { browser } = first;
    const app = silentApp(browser.hash);
    apps.push(app);
    app.visits.follow(browser);
    browser.go(-1);
    vi.advanceTimersByTime(300);
    expect(app.view.getState().replayView).toBe('timelines');
    expect(app.inputs.store.getState().history.present.options.dirty_mult).toBe(5);
    expect(app.jobs.store.getState().notice).toBeNull();
    expect(browser.hashes).toHaveLength(3);
  });
});

describe('what a link cannot hold', () => {
  it('is said of files, pins and long names of the bench it opens, and of nothing else', () => {
    const { app } = startPage();
    expect(app.linkLacks()).toEqual([]);
    app.select('t1');
    expect(app.linkLacks()).toEqual([expect.stringContaining('t1.csv')]);
    app.files.setState(({ files }) => ({
      files: files.map((file) => (file.id === 't1' ? { ...file, sample: 'redis-server' } : file)),
    }));
    expect(app.linkLacks(), 'samples are in it').toEqual([]);
    const inputs = app.inputs.store.getState().history.present;
    app.pins.add({ name: '', trace: { sample: null, fileId: 't2', name: 't2' }, inputs, axis: 'time' });
    expect(app.linkLacks()).toEqual([expect.stringContaining('1 of the pinned runs is')]);
    app.view.setState({ bench: 'heap' });
    expect(app.linkLacks()).toEqual([]);
    setHeap(app.heap, { focus: 'x'.repeat(401), zoom: Array.from({ length: 300 }, () => 'f') });
    expect(app.linkLacks()).toEqual([
      expect.stringContaining('focus is too long'),
      expect.stringContaining('zoom is too deep'),
    ]);
    expect(app.link()).not.toMatch(/focus=|frame=/);
  });

  it('is said of the sizes of files', () => {
    const { app } = startPage('#v=2&bench=sampling');
    const rows = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ size: i + 1, allocated: 1, live: 1 }));
    expect(app.linkLacks()).toEqual([]);
    const source = { kind: 'file', file: 't1', sizesOf: 'trace', name: 't1.csv', notes: [] } as const;
    app.sampling.inputs.set({ source, workload: rows(3) });
    expect(app.linkLacks()).toEqual(['It holds the sizes of t1.csv, not the trace itself.']);
    app.sampling.inputs.set({ workload: rows(300) });
    expect(app.linkLacks()).toEqual([expect.stringContaining('The 300 sizes')]);
    app.sampling.inputs.setRows(rows(3));
    expect(app.linkLacks()).toEqual([]);
  });
});
