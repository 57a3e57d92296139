/** "Look inside" as a user works it. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { JelabPage } from './jelab-page.js';

export class InsidePage {
  readonly page: Page;
  readonly panel: Locator;
  /** The scrolling map, which takes keys. */
  readonly map: Locator;
  readonly events: Locator;
  readonly cursor: Locator;
  readonly why: Locator;

  constructor(readonly jelab: JelabPage) {
    this.page = jelab.page;
    this.panel = this.page.getByRole('region', { name: 'Look inside' });
    this.map = this.panel.locator('.jl-map-scroll');
    this.events = this.panel.getByRole('textbox', { name: 'Events done at the time cursor' });
    this.cursor = this.page.getByRole('slider', { name: 'Time cursor' });
    this.why = this.panel.getByRole('list', { name: 'Decisions, in their order' });
  }

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Look inside', exact: true }).click();
    await this.jelab.idle();
    await expect(this.panel).toBeVisible();
  }

  async goTo(events: number): Promise<void> {
    await this.events.fill(String(events));
    await this.events.press('Enter');
    await this.jelab.idle();
  }

  async press(name: string): Promise<void> {
    await this.panel.getByRole('button', { name, exact: true }).click();
    await this.jelab.idle();
  }

  /** Events done, as the field shows them. */
  async place(): Promise<number> {
    return Number((await this.events.inputValue()).replace(/\D/g, ''));
  }

  /** A sum at the cursor, by its name. */
  async sum(name: string): Promise<string> {
    const list = this.panel.locator('dl[aria-label="The shard at the time cursor"]');
    return list.evaluate((element, wanted) => {
      const found = [...element.querySelectorAll('dt')].find((term) => term.textContent === wanted);
      return found?.nextElementSibling?.textContent ?? '';
    }, name);
  }

  /** The pixels of the map: equal pictures have equal fingerprints. */
  async picture(): Promise<string> {
    // The reading mark of the pointer is no part of it.
    await this.page.mouse.move(2, 2);
    await this.jelab.idle();
    return this.map.locator('canvas').evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
      copy?.drawImage(canvas as HTMLCanvasElement, 0, 0);
      let hash = 0x811c_9dc5;
      let painted = 0;
      for (const byte of copy?.getImageData(0, 0, width, height).data ?? []) {
        hash = Math.imul(hash ^ byte, 0x0100_0193);
        if (byte !== 0) painted += 1;
      }
      return painted === 0 ? 'empty' : (hash >>> 0).toString(16);
    });
  }

  /** Sentences about the event, with the thin spaces of numbers as plain ones. */
  async sentences(): Promise<string[]> {
    return (await this.why.locator('li').allInnerTexts()).map((text) => text.replaceAll('\u202f', ' '));
  }

  /** Drags the cursor's handle to a share of the axis. */
  async drag(share: number): Promise<void> {
    const track = await this.page.locator('.jl-cursor-track').first().boundingBox();
    const handle = await this.cursor.boundingBox();
    if (track === null || handle === null) throw new Error('the cursor is not on the screen');
    const y = handle.y + 8;
    await this.page.mouse.move(handle.x + handle.width / 2, y);
    await this.page.mouse.down();
    await this.page.mouse.move(track.x + share * track.width, y, { steps: 8 });
    await this.page.mouse.up();
    await this.jelab.idle();
  }
}
