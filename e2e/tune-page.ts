/** The Tune view of the Replay bench as a user works it. */
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import type { JelabPage, Saved } from './jelab-page.js';

export class TunePage {
  readonly bar: Locator;
  readonly setup: Locator;
  readonly advice: Locator;
  readonly card: Locator;
  readonly table: Locator;
  readonly progress: Locator;

  constructor(private readonly jelab: JelabPage) {
    const { page } = jelab;
    this.bar = page.getByRole('toolbar', { name: 'Tune: view' });
    this.setup = page.getByRole('region', { name: 'What to try' });
    this.advice = page.getByRole('region', { name: /^Recommended/ });
    this.card = page.getByRole('region', { name: 'Picked setting' });
    this.table = page.getByRole('grid', { name: 'Runs of the sweep' });
    this.progress = this.bar.getByRole('progressbar', { name: 'Runs of the sweep' });
  }

  get page(): Page {
    return this.jelab.page;
  }

  /** A picture by a part of its title. */
  picture(title: string): Locator {
    return this.page.locator('.jl-tuning').filter({ has: this.page.getByRole('heading', { name: title }) });
  }

  /** The part of a picture that takes the pointer and keys. */
  plot(title: string): Locator {
    return this.picture(title).locator('[aria-roledescription="chart"]');
  }

  /** The line under a picture that says what is pointed at. */
  saying(title: string): Locator {
    return this.picture(title).locator('.jl-tuning-say');
  }

  async press(name: RegExp | string): Promise<void> {
    await this.bar.getByRole('button', { name }).click();
  }

  /** Starts the sweep and waits for its end and for what is said of it. */
  async run(): Promise<void> {
    await this.press(/^(Start|Go on)/);
    await expect(this.bar.getByText('done', { exact: true })).toBeVisible({ timeout: 60_000 });
    await this.jelab.idle();
  }

  /** Runs done so far, as the bar says it. */
  async done(): Promise<number> {
    const text = await this.bar.locator('.ui-tune-count').innerText();
    return Number(/^[\d\s\u202f]+/.exec(text)?.[0].replace(/\D/g, ''));
  }

  /** Figures of the card by their label. */
  async cardFigures(): Promise<Readonly<Record<string, string>>> {
    const rows = await this.card
      .locator('tr')
      .evaluateAll((all) =>
        all.map((row) => [...row.children].slice(0, 2).map((cell) => cell.textContent ?? '')),
      );
    return Object.fromEntries(rows.map(([label = '', value = '']) => [label, value]));
  }

  async save(item: RegExp): Promise<Saved> {
    await this.bar.getByRole('button', { name: 'Export' }).click();
    const coming = this.page.waitForEvent('download');
    await this.page.getByRole('menuitem', { name: item }).click();
    const download = await coming;
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  }
}
