/** The Heap bench as a user works it. Everything that knows its roles, labels and class names is in here. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import type { JelabPage, Saved, TestFile } from './jelab-page.js';

export class HeapPage {
  readonly page: Page;
  readonly side: Locator;
  readonly facts: Locator;
  readonly total: Locator;
  readonly controls: Locator;
  readonly details: Locator;
  readonly offer: Locator;
  readonly flame: Locator;
  readonly crumbs: Locator;
  readonly panel: Locator;

  constructor(readonly jelab: JelabPage) {
    this.page = jelab.page;
    this.side = this.page.getByRole('complementary', { name: 'Files and what their numbers are' });
    this.facts = this.page.getByRole('region', { name: 'What these numbers are' });
    this.total = this.page.getByRole('status', { name: 'Total' });
    this.controls = this.page.getByRole('toolbar', { name: 'Numbers and filters' });
    this.details = this.page.getByRole('complementary', { name: 'Details of the selection' });
    this.offer = this.page.getByRole('status', { name: 'Several dumps' });
    this.flame = this.page.locator('.jl-flame-scroll');
    this.panel = this.page.locator('.ui-heap-panel:visible');
    this.crumbs = this.page.getByRole('navigation', { name: 'Zoom' });
  }

  async open(hash = ''): Promise<void> {
    await this.jelab.open(`#v=1&bench=heap${hash}`);
  }

  async drop(files: readonly TestFile[]): Promise<void> {
    await this.jelab.dropFiles(files);
  }

  file(name: string): Locator {
    return this.side.locator('.ui-file').filter({ has: this.page.getByTitle(name, { exact: true }) });
  }

  async tab(name: string): Promise<void> {
    await this.page.getByRole('tab', { name, exact: true }).click();
    await this.jelab.idle();
  }

  /** Chooses in one of the toolbar's drop-down lists. */
  async choose(list: string, choice: string): Promise<void> {
    await this.page.getByRole('combobox', { name: list, exact: true }).click();
    await this.page.getByRole('option', { name: choice, exact: true }).click();
    await this.jelab.idle();
  }

  async type(field: string, text: string): Promise<void> {
    const input = this.controls.getByLabel(field, { exact: true });
    await input.fill(text);
    await input.press('Enter');
    await this.jelab.idle();
  }

  table(label: string): Locator {
    return this.page.getByRole('grid', { name: label, exact: true });
  }

  /** The rows in sight, cell by cell. */
  async rows(label: string): Promise<string[][]> {
    return this.table(label)
      .locator('.ui-table-row')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent ?? '')),
      );
  }

  /** Names in the top table, from the top. */
  async topNames(): Promise<string[]> {
    return (await this.rows('Top table')).map((cells) => cells.at(-1) ?? '');
  }

  async selectRow(label: string, name: string): Promise<void> {
    await this.table(label).locator('.ui-table-row').filter({ hasText: name }).first().click();
    await this.jelab.idle();
  }

  /** Presses an entry of the export menu and returns the file that comes. */
  async save(entry: string): Promise<Saved> {
    await this.page.getByRole('button', { name: 'Export', exact: true }).click();
    const coming = this.page.waitForEvent('download');
    await this.page.getByRole('menuitem', { name: entry }).click();
    const download = await coming;
    await this.jelab.idle();
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  }

  /** The pixels of the flame graph: equal pictures have equal fingerprints. */
  async picture(): Promise<string> {
    return this.flame.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
      copy?.drawImage(canvas, 0, 0);
      let hash = 0x811c_9dc5;
      for (const byte of copy?.getImageData(0, 0, width, height).data ?? []) {
        hash = Math.imul(hash ^ byte, 0x0100_0193);
      }
      return (hash >>> 0).toString(16);
    });
  }
}
