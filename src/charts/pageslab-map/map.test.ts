import { describe, expect, it } from 'vitest';
import {
  SLAB_CHANGED,
  SLAB_HUGE,
  SLAB_HUGIFY_ALLOWED,
  SLAB_PURGE_ALLOWED,
} from '../../engine/inspect/moment.js';
import { MAP_SHAPES, MAP_SIZE_COUNT } from '../../state/inside-inputs.js';
import { nearestDistance } from '../shared/colour-vision.fixture.js';
import { elementsOf } from '../shared/svg-check.fixture.js';
import {
  ACTIVE,
  CACHED,
  DIRTY,
  eachRun,
  kindColours,
  pageKind,
  pageKinds,
  RETAINED,
  runAround,
} from './cells.js';
import { mapSentence, pageText, purgeListText, slabSentence } from './describe.js';
import { exportMapSvg } from './export-svg.js';
import { mapKey } from './keyboard.js';
import {
  hitPage,
  mapGeometry,
  mapHeight,
  pageBoxes,
  slabCorner,
  visibleSlabs,
  wantedWindow,
} from './layout.js';
import { CHANGED, HUGE, HUGIFY_ALLOWED, MAP_LAYOUTS, MAP_SIZES, PURGE_ALLOWED } from './model.js';
import { momentOf, pageslabsOf } from './moment.fixture.js';

const plain = (text: string): string => text.replaceAll('\u202f', ' ');

it('has the engine’s bits, and the shapes and sizes that can be asked for', () => {
  expect([HUGE, PURGE_ALLOWED, HUGIFY_ALLOWED, CHANGED]).toEqual([
    SLAB_HUGE,
    SLAB_PURGE_ALLOWED,
    SLAB_HUGIFY_ALLOWED,
    SLAB_CHANGED,
  ]);
  expect([MAP_LAYOUTS, MAP_SIZES]).toEqual([MAP_SHAPES, MAP_SIZE_COUNT]);
});

describe('pages', () => {
  const columns = pageslabsOf([{ pages: 'a40 s3 d5 .10 a1' }, { pages: 'd512' }]);

  it('tells what each page is', () => {
    expect([0, 39, 40, 42, 43, 47, 48, 58, 59].map((page) => pageKind(columns, 0, page))).toEqual([
      ACTIVE,
      ACTIVE,
      CACHED,
      CACHED,
      DIRTY,
      DIRTY,
      RETAINED,
      ACTIVE,
      RETAINED,
    ]);
    expect(pageKind(columns, 1, 511)).toBe(DIRTY);
  });

  it('gives all pages at once the same kinds, and their runs', () => {
    const kinds = new Uint8Array(512);
    pageKinds(columns, 0, kinds);
    expect([...kinds]).toEqual(Array.from({ length: 512 }, (_, page) => pageKind(columns, 0, page)));
    const runs: number[][] = [];
    eachRun(kinds, (kind, from, to) => runs.push([kind, from, to]));
    expect(runs).toEqual([
      [ACTIVE, 0, 40],
      [CACHED, 40, 43],
      [DIRTY, 43, 48],
      [RETAINED, 48, 58],
      [ACTIVE, 58, 59],
      [RETAINED, 59, 512],
    ]);
    expect(runAround(columns, 0, 45)).toEqual([43, 47]);
    expect(runAround(columns, 1, 3)).toEqual([0, 511]);
  });

  it.each(['light', 'dark'] as const)('%s: kinds stay apart for all kinds of eyes', (theme) => {
    const colours = kindColours(theme);
    expect(nearestDistance([colours[ACTIVE], colours[DIRTY], colours[RETAINED]])).toBeGreaterThan(20);
    // Those of the SEC are also drawn lower.
    expect(nearestDistance([...colours])).toBeGreaterThan(15);
  });
});

describe('geometry', () => {
  it('gives rows whole device pixels for a page, and numbers where there is room', () => {
    const narrow = mapGeometry('rows', 2, 590, 1);
    expect(narrow).toMatchObject({ pageWidth: 1, figures: 0, named: true });
    const wide = mapGeometry('rows', 2, 1240, 1);
    expect(wide.pageWidth).toBe(2);
    expect(wide.figures).toBe(2);
    expect((mapGeometry('rows', 2, 900, 2).pageWidth * 2) % 1).toBe(0);
    // Too narrow for a pixel a page: pages share pixels, nothing is cut off.
    const tiny = mapGeometry('rows', 2, 320, 1);
    expect(tiny.left + 512 * tiny.pageWidth).toBeLessThanOrEqual(320);
  });

  it('finds the page under each corner it gives, in every layout and size', () => {
    for (const layout of MAP_LAYOUTS) {
      for (let size = 0; size < MAP_SIZES; size += 1) {
        const geometry = mapGeometry(layout, size, 800, 1);
        for (const place of [0, 1, 7, 99]) {
          for (const page of [0, 31, 32, 511]) {
            const box = pageBoxes(geometry, place, page, page)[0];
            const hit = hitPage(geometry, 100, (box?.x ?? 0) + 0.25, (box?.y ?? 0) + 0.25);
            expect(hit, `${layout} ${size} ${place} ${page}`).toEqual({ place, page });
          }
        }
        expect(hitPage(geometry, 100, 10, mapHeight(geometry, 100) + geometry.pitchY)).toBeNull();
      }
    }
  });

  it('frames a stretch of pages in as many boxes as it has lines', () => {
    const rows = mapGeometry('rows', 2, 800, 1);
    expect(pageBoxes(rows, 3, 30, 70)).toHaveLength(1);
    const tiles = mapGeometry('tiles', 2, 800, 1);
    const boxes = pageBoxes(tiles, 3, 30, 70);
    expect(boxes.map(({ width }) => width / tiles.pageWidth)).toEqual([2, 32, 7]);
    expect(boxes[0]?.x).toBe(slabCorner(tiles, 3)[0] + 30 * tiles.pageWidth);
  });

  it('shows and asks for windows that cover the view, of 1 and of 20 000 pageslabs', () => {
    const geometry = mapGeometry('rows', 2, 600, 1);
    expect(visibleSlabs(geometry, 1, 0, 300)).toEqual({ from: 0, count: 1 });
    const seen = visibleSlabs(geometry, 20_000, 160_000, 320);
    expect(seen.from * geometry.pitchY).toBeLessThanOrEqual(160_000);
    expect((seen.from + seen.count) * geometry.pitchY).toBeGreaterThanOrEqual(160_320);
    const wanted = wantedWindow(geometry, seen);
    expect(wanted.from).toBe(seen.from - seen.count);
    expect(wanted.count).toBe(3 * seen.count);
    expect(visibleSlabs(geometry, 5, 160_000, 320).count).toBe(0);
    // As before the first answer: enough for a whole view must be asked for, whatever number there will be.
    const none = wantedWindow(geometry, visibleSlabs(geometry, 0, 0, 320));
    expect(none.count).toBeGreaterThan(0);
    const tiny = mapGeometry('tiles', 0, 1500, 1);
    expect(wantedWindow(tiny, visibleSlabs(tiny, 100_000, 0, 900)).count).toBeLessThanOrEqual(4096);
  });
});

describe('keys', () => {
  const geometry = mapGeometry('tiles', 2, 600, 1);
  const state = { geometry, slabs: 40, at: { place: 10, page: 5 }, first: 4, shown: 12 };

  it('move by page and by slab, and stop at the ends', () => {
    expect(mapKey('ArrowRight', true, state)).toEqual({ kind: 'move', to: { place: 10, page: 21 } });
    expect(mapKey('ArrowDown', false, state)).toEqual({
      kind: 'move',
      to: { place: 10 + geometry.across, page: 5 },
    });
    expect(mapKey('End', false, state)).toEqual({ kind: 'move', to: { place: 39, page: 0 } });
    expect(mapKey('ArrowLeft', true, state)).toEqual({ kind: 'move', to: { place: 10, page: 0 } });
    expect(mapKey('PageUp', false, state)).toEqual({ kind: 'move', to: { place: 0, page: 5 } });
  });

  it('begin with the first slab in sight, choose and clear', () => {
    expect(mapKey('ArrowDown', false, { ...state, at: null })).toEqual({
      kind: 'move',
      to: { place: 4, page: 0 },
    });
    expect(mapKey('Enter', false, state)).toEqual({ kind: 'select', place: 10 });
    expect(mapKey('Escape', false, state)).toEqual({ kind: 'clear' });
    expect(mapKey('ArrowDown', false, { ...state, slabs: 0 })).toBeNull();
    expect(mapKey('x', false, state)).toBeNull();
  });
});

describe('words', () => {
  it('say what a slab waits for', () => {
    const columns = pageslabsOf([
      {
        pages: 'a400 d90',
        slab: 12,
        age: 3,
        flags: HUGE | 4 | 8,
        purgeList: 40,
        purgeDueNs: 2e9,
        hugifyWaitedNs: 1.5e9,
      },
    ]);
    expect(plain(slabSentence(columns, 0))).toBe(
      'Pageslab 12: huge; 400 active, 90 dirty, 22 retained pages; longest free run 112; age 3; ' +
        'on purge list 40 of 127: partly used, huge; more dirty pages mean a higher list, and higher lists go first; ' +
        'may be purged in 2 s; waiting to be hugified for 1.50 s.',
    );
    expect(pageText(columns, 0, 410)).toBe('page 410: dirty, one of 90 in a row (400 to 489)');
    expect(purgeListText(127)).toContain('empty and huge');
    expect(purgeListText(41)).toContain('not huge');
    expect(purgeListText(-1)).toBe('');
  });

  it('say what the whole map shows, and that there is nothing', () => {
    const moment = momentOf([{ pages: 'a256 d256' }, { pages: 'a512' }]);
    expect(plain(mapSentence('Shard 0', moment, 'age'))).toContain(
      'after 1 000 events: 2 pageslabs, 3 MiB active, 1 MiB dirty, 0 B retained; in age, oldest use first.',
    );
    expect(mapSentence('Shard 0', momentOf([], { events: 0 }), 'age')).toContain('no pageslab yet');
    expect(mapSentence('Shard 0', null, 'age')).toContain('nothing known yet');
  });
});

it.each(MAP_LAYOUTS)('%s: writes a file of its own with hostile titles as text', (layout) => {
  const moment = momentOf(
    [
      { pages: 'a256 s8 d100', slab: 7, flags: HUGE },
      { pages: 'a512', slab: 9 },
    ],
    {},
    30,
  );
  const svg = exportMapSvg(
    { moment, layout, size: 3, theme: 'dark', selected: null },
    { title: '<script>alert(1)</script>' },
  );
  expect(elementsOf(svg)).toContain('path');
  expect(svg).toContain('&lt;script&gt;');
  expect(svg).toContain('>#7<');
  expect(svg).toContain('shown: 2 of them');
});
