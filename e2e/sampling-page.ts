/** The Sampling bench as a user works it. Everything that knows its roles, labels and class names is in here. */
import { readFileSync } from 'node:fs';
import type { Download, Locator, Page } from '@playwright/test';
import type { JelabPage, Saved, TestFile } from './jelab-page.js';

export const PICTURE_IDS = [
  'variance',
  'shares',
  'cost',
  'experiment',
  'summing',
  'counter',
  'writer',
  'best',
] as const;
export type PictureId = (typeof PICTURE_IDS)[number];

export class SamplingPage {
  readonly page: Page;
  readonly side: Locator;
  readonly tiles: Locator;
  readonly sizes: Locator;
  readonly question: Locator;
  readonly experiment: Locator;
  readonly dump: Locator;
  readonly files: Locator;

  constructor(readonly jelab: JelabPage) {
    this.page = jelab.page;
    this.side = this.page.getByRole('complementary', { name: 'Workload and sampling' });
    this.tiles = this.page.getByRole('region', { name: 'Summary' });
    this.sizes = this.side.getByRole('group', { name: 'Sizes' });
    this.question = this.page.getByRole('group', { name: 'Question about a stack' });
    this.experiment = this.page.getByRole('group', { name: 'Experiment', exact: true });
    this.dump = this.page.locator('.ui-dump');
    this.files = this.side.locator('.ui-file');
  }

  async open(hash = ''): Promise<void> {
    await this.jelab.open(`#v=1&bench=sampling${hash}`);
  }

  async drop(files: readonly TestFile[]): Promise<void> {
    await this.jelab.dropFiles(files);
  }

  picture(id: PictureId): Locator {
    return this.page.locator(`[data-picture=${id}]`);
  }

  plot(id: PictureId): Locator {
    return this.picture(id).locator('.jl-chart-plot');
  }

  /** Where the crosshair of a picture stands, in words. */
  async reading(id: PictureId): Promise<string> {
    return this.picture(id).locator('.jl-sampling-readout thead th').first().innerText();
  }

  /** What a picture draws; equal pictures have equal text. */
  async drawn(id: PictureId): Promise<string> {
    return this.picture(id)
      .locator('.jl-chart')
      .evaluate((chart) =>
        [...chart.querySelectorAll('.jl-chart-plot svg, table')].map((part) => part.outerHTML).join('\n'),
      );
  }

  async allDrawn(): Promise<Record<PictureId, string>> {
    const drawn = {} as Record<PictureId, string>;
    // oxlint-disable-next-line no-await-in-loop -- one page
    for (const id of PICTURE_IDS) drawn[id] = await this.drawn(id);
    return drawn;
  }

  slider(label: string): Locator {
    return this.side.getByRole('slider', { name: label, exact: true });
  }

  exactValue(label: string): Locator {
    return this.side.getByRole('textbox', { name: `${label}, exact value` });
  }

  async step(label: string, key: string): Promise<void> {
    await this.slider(label).press(key);
    await this.jelab.idle();
  }

  async type(field: Locator, text: string): Promise<void> {
    await field.fill(text);
    await field.press('Enter');
    await field.blur();
    await this.jelab.idle();
  }

  size(label: string): Locator {
    return this.sizes.locator('.ui-size').filter({ has: this.page.getByText(label, { exact: true }) });
  }

  /** Puts another workload on the bench. */
  async choose(label: string | RegExp): Promise<void> {
    await this.side.getByRole('combobox', { name: 'Workload' }).click();
    await this.page.getByRole('option', { name: label }).click();
    await this.jelab.idle();
  }

  /** The value of one of the tiles above the pictures. */
  async tile(label: string): Promise<string> {
    return this.tiles
      .locator('div', { has: this.page.getByText(label, { exact: true }) })
      .last()
      .locator('dd')
      .innerText();
  }

  async save(id: PictureId, entry: string): Promise<Saved> {
    await this.picture(id)
      .getByRole('button', { name: /^Export: / })
      .click();
    const coming = this.page.waitForEvent('download');
    await this.page.getByRole('menuitem', { name: entry }).click();
    return savedFrom(await coming);
  }

  async saveDump(): Promise<Saved> {
    const coming = this.page.waitForEvent('download');
    await this.page.getByRole('button', { name: 'Save heap_v2 file' }).click();
    return savedFrom(await coming);
  }
}

async function savedFrom(download: Download): Promise<Saved> {
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}
