/** The page as a user works it. Everything that knows roles, labels and class names of the page is in here. */
import { readFileSync } from 'node:fs';
import { type Download, type Locator, type Page, expect } from '@playwright/test';

/** A file to open: bytes with a name, or a path on disk (for what is too large for memory). */
export type TestFile =
  | { readonly name: string; readonly bytes: Uint8Array | string }
  | { readonly path: string };

export interface Saved {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Numbers of one row of the summary strip, by their label; `change` is the difference to run B. */
export type SummaryCells = Readonly<
  Record<string, { readonly value: string; readonly change: string | null }>
>;

/** One line of the table of compared runs. */
export interface RunCells {
  readonly number: string;
  readonly name: string;
  readonly side: string | null;
  readonly values: readonly string[];
  readonly changes: readonly string[];
}

export class JelabPage {
  /** What the browser's console and uncaught errors said. */
  readonly errors: string[] = [];
  /** Addresses of requests to anything but this page's server. */
  readonly foreignRequests: string[] = [];
  readonly header: Locator;
  readonly side: Locator;
  readonly status: Locator;
  readonly files: Locator;
  readonly charts: Locator;
  readonly summary: Locator;
  readonly exportDialog: Locator;

  constructor(readonly page: Page) {
    this.header = page.getByRole('banner');
    this.side = page.getByRole('complementary', { name: 'Files and options' });
    this.status = page.getByRole('contentinfo');
    this.files = this.side.locator('.ui-file');
    this.charts = page.locator('.jl-timelines');
    this.summary = page.getByRole('region', { name: 'Summary' });
    this.exportDialog = page.getByRole('dialog', { name: 'Export' });
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.errors.push(message.text());
    });
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      const own = hostname === '127.0.0.1' || hostname === 'localhost';
      if (!own && protocol !== 'blob:' && protocol !== 'data:') this.foreignRequests.push(request.url());
    });
  }

  // Opening.

  async open(hash = ''): Promise<void> {
    await this.page.goto(`/${hash}`);
    await this.idle();
  }

  /** Resolves when no job runs or waits and the charts have drawn. */
  async idle(): Promise<void> {
    await this.page.waitForFunction(() => window.__jelab !== undefined);
    await this.page.evaluate(() => window.__jelab?.idle());
  }

  sampleButton(name: string): Locator {
    return this.page.getByRole('button', { name: `sample: ${name}` });
  }

  /** From the empty page. */
  async openSample(name: string): Promise<void> {
    await this.sampleButton(name).click();
    await this.idle();
  }

  /** Starts to open files as a drop on the page does; does not wait for them. */
  async startDrop(files: readonly TestFile[]): Promise<void> {
    const input = await this.page.evaluateHandle(() => {
      const element = document.createElement('input');
      element.type = 'file';
      element.multiple = true;
      return element;
    });
    await input.asElement()?.setInputFiles(payload(files));
    await input.evaluate((element) => {
      const dataTransfer = new DataTransfer();
      for (const file of element.files ?? []) dataTransfer.items.add(file);
      for (const kind of ['dragenter', 'dragover', 'drop']) {
        document.body.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
      }
    });
    await input.dispose();
  }

  async dropFiles(files: readonly TestFile[]): Promise<void> {
    await this.startDrop(files);
    await this.idle();
  }

  /** Opens files through the header's button. */
  async chooseFiles(files: readonly TestFile[]): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.header.getByRole('button', { name: 'Open files' }).click();
    await (await chooser).setFiles(payload(files));
    await this.idle();
  }

  /** The row of a file in the files panel. */
  file(name: string): Locator {
    return this.files.filter({ has: this.page.getByTitle(name, { exact: true }) });
  }

  /** Presses Cancel as soon as the status bar shows a job whose name begins so; a fast job may be there for a moment only. */
  async cancelJob(name: string): Promise<void> {
    await this.status.evaluate(
      (bar, wanted) =>
        new Promise<void>((resolve) => {
          const look = (): void => {
            const button = [...bar.querySelectorAll('button')].find((one) =>
              one.textContent?.includes('Cancel'),
            );
            if (button === undefined || !(bar.textContent ?? '').startsWith(wanted)) return;
            observer.disconnect();
            button.click();
            resolve();
          };
          const observer = new MutationObserver(look);
          observer.observe(bar, { childList: true, subtree: true, characterData: true });
          look();
        }),
      name,
    );
    await this.idle();
  }

  /** Opens a file's list of problems and returns its text. */
  async problems(name: string): Promise<string> {
    const details = this.file(name).locator('details');
    await details.locator('summary').click();
    return details.innerText();
  }

  // Options.

  slider(label: string): Locator {
    return this.side.getByRole('slider', { name: label, exact: true });
  }

  exactValue(label: string): Locator {
    return this.side.getByRole('textbox', { name: `${label}, exact value` });
  }

  async typeOption(label: string, text: string): Promise<void> {
    await this.exactValue(label).fill(text);
    await this.exactValue(label).press('Enter');
    await this.idle();
  }

  /** Presses a key on a slider. */
  async stepSlider(label: string, key: string, times = 1): Promise<void> {
    for (let n = 0; n < times; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- keys come one after the other
      await this.slider(label).press(key);
    }
    await this.idle();
  }

  /** Drags a slider's thumb to a share (0 to 1) of its way; `midway` runs while the button is still down. */
  async dragSlider(label: string, share: number, midway?: () => Promise<void>): Promise<void> {
    const slider = this.slider(label);
    await slider.scrollIntoViewIfNeeded();
    const box = await slider.boundingBox();
    const place = await slider.evaluate(
      (element: HTMLInputElement) => Number(element.value) / Number(element.max),
    );
    if (box === null) throw new Error(`${label} has no slider on the screen`);
    const thumb = 14;
    const at = (part: number): number => box.x + thumb / 2 + part * (box.width - thumb);
    const y = box.y + box.height / 2;
    await this.page.mouse.move(at(place), y);
    await this.page.mouse.down();
    await this.page.mouse.move(at((place + share) / 2), y, { steps: 4 });
    await this.page.mouse.move(at(share), y, { steps: 4 });
    await midway?.();
    await this.page.mouse.up();
    await this.idle();
  }

  /** Chooses in a row of buttons that exclude each other: preset, mode, axis, calls, an option's choices. */
  async choose(group: string, choice: string): Promise<void> {
    await this.page
      .getByRole('radiogroup', { name: group, exact: true })
      .getByText(choice, { exact: true })
      .click();
    await this.idle();
  }

  chosen(group: string, choice: string): Locator {
    return this.page
      .getByRole('radiogroup', { name: group, exact: true })
      .getByRole('radio', { name: choice, exact: true });
  }

  /** Folds the trace onto so many shards; empty: as the trace. */
  async foldShards(shards: string): Promise<void> {
    await this.side.getByRole('textbox', { name: 'Shards', exact: true }).fill(shards);
    await this.idle();
  }

  async press(button: string): Promise<void> {
    await this.page.getByRole('button', { name: button, exact: true }).click();
    await this.idle();
  }

  // What is shown.

  async summaryRow(row: 'run' | 'range' = 'run'): Promise<SummaryCells> {
    return this.summary.locator('table').evaluate((table: HTMLTableElement, wanted) => {
      const [head, ...rows] = [...table.rows];
      const found = rows.find((one) => one.cells[0]?.querySelector('span')?.textContent === wanted);
      const cells = [...(found?.cells ?? [])].slice(1).map((cell, index) => {
        const label = head?.cells[index + 1]?.textContent ?? '';
        const value = cell.querySelector('.ui-summary-value')?.textContent ?? '';
        return [label, { value, change: cell.querySelector('.ui-summary-change')?.textContent ?? null }];
      });
      return Object.fromEntries(cells) as SummaryCells;
    }, row);
  }

  /** The values of a summary row alone. */
  async summaryValues(row: 'run' | 'range' = 'run'): Promise<Record<string, string>> {
    const cells = Object.entries(await this.summaryRow(row));
    return Object.fromEntries(cells.map(([label, { value }]) => [label, value]));
  }

  /** The pixels of all timelines: equal pictures have equal fingerprints. */
  async picture(): Promise<string> {
    const fingerprint = await this.charts.locator('canvas').evaluateAll((canvases) =>
      canvases
        .map((canvas) => {
          const { width, height } = canvas as HTMLCanvasElement;
          // Read from a copy: a canvas that is read often is moved off the GPU, and the page's own must not be.
          const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
          copy?.drawImage(canvas as HTMLCanvasElement, 0, 0);
          const pixels = copy?.getImageData(0, 0, width, height).data;
          let hash = 0x811c_9dc5;
          let painted = 0;
          for (const byte of pixels ?? []) {
            hash = Math.imul(hash ^ byte, 0x0100_0193);
            if (byte !== 0) painted += 1;
          }
          return painted === 0 ? 'empty' : (hash >>> 0).toString(16);
        })
        .join(' '),
    );
    expect(fingerprint, 'the timelines have panels').not.toBe('');
    return fingerprint;
  }

  // Comparing.

  /** Lays a pinned run (#1, #2, …) over the current one, or none. */
  async layOver(run: string): Promise<void> {
    await this.page.getByRole('combobox', { name: 'Run laid over, B' }).click();
    await this.page
      .getByRole('option', { name: run === 'none' ? 'nothing laid over' : new RegExp(`^${run} `) })
      .click();
    await this.idle();
  }

  async showView(name: RegExp): Promise<void> {
    await this.page.getByRole('radiogroup', { name: 'Replay view' }).getByText(name).click();
    await this.idle();
  }

  get runs(): Locator {
    return this.page.getByRole('region', { name: 'Compared runs' });
  }

  /** The table of runs as it is read: number (empty: the current run), name, and figures with differences. */
  async runRows(): Promise<readonly RunCells[]> {
    return this.runs.locator('tbody tr').evaluateAll((rows) =>
      rows.map((row) => {
        const cells = [...row.querySelectorAll('td')];
        const text = (cell: Element | undefined, part: string): string =>
          cell?.querySelector(part)?.textContent ?? '';
        return {
          number: cells[1]?.textContent ?? '',
          name: text(cells[2], 'bdi').trim(),
          side: row.getAttribute('data-side'),
          values: cells.slice(3, -1).map((cell) => text(cell, '.ui-runs-value')),
          changes: cells.slice(3, -1).map((cell) => text(cell, '.ui-runs-change')),
        };
      }),
    );
  }

  /** Of a panel: shares of the axis on which A and B are higher, as the page tells them. */
  async higher(panel: string): Promise<{ readonly a: number; readonly b: number } | null> {
    const [a, b] = await this.plot(panel).evaluate((plot) =>
      ['data-a-higher', 'data-b-higher'].map((name) => plot.getAttribute(name)),
    );
    return a === null || a === undefined ? null : { a: Number(a), b: Number(b) };
  }

  /** The plot of a panel, which takes keys and the brush. */
  plot(panel: string): Locator {
    return this.charts.locator(`[aria-roledescription="chart"][aria-label*="${panel}"]`).first();
  }

  legend(series: string): Locator {
    return this.charts.getByRole('list', { name: 'Series shown in the charts' }).getByRole('button', {
      name: series,
      exact: true,
    });
  }

  /** The readout's value of a row in a panel, such as Pageslabs, total. */
  async readout(panel: string, row: string): Promise<string> {
    const list = this.charts.locator(`dl[aria-label^="${panel}"]`).first();
    return list.evaluate((element, wanted) => {
      const found = [...element.querySelectorAll('dt')].find((term) =>
        (term.textContent ?? '').trim().startsWith(wanted),
      );
      return found?.nextElementSibling?.textContent ?? '';
    }, row);
  }

  /** Where the readout is: crosshair or end, time, event. */
  get place(): Locator {
    return this.charts.locator('.jl-place').first();
  }

  /** Drags over a part of a plot, shares of its inner width. */
  async brush(panel: string, from: number, to: number): Promise<void> {
    const box = await this.plot(panel).locator('.jl-brush .overlay').boundingBox();
    if (box === null) throw new Error(`${panel} is not on the screen`);
    const y = box.y + box.height / 2;
    await this.page.mouse.move(box.x + from * box.width, y);
    await this.page.mouse.down();
    await this.page.mouse.move(box.x + to * box.width, y, { steps: 5 });
    await this.page.mouse.up();
    // The crosshair follows the pointer: away with it, or pictures would differ.
    await this.page.mouse.move(2, 2);
    await this.idle();
  }

  /** Follows a link in the open page, as when it is put into the address bar. */
  async follow(hash: string): Promise<void> {
    await this.page.evaluate((to) => {
      window.location.hash = to;
    }, hash);
    await this.idle();
  }

  /** The settings in the address, once they have been written there. */
  async hash(part: RegExp): Promise<string> {
    await expect.poll(() => this.page.evaluate(() => window.location.hash)).toMatch(part);
    return this.page.evaluate(() => window.location.hash);
  }

  // Taking away.

  async openExport(): Promise<void> {
    await this.page.getByRole('button', { name: 'Export', exact: true }).click();
    await expect(this.exportDialog).toBeVisible();
  }

  async closeExport(): Promise<void> {
    await this.exportDialog.getByRole('button', { name: 'Close' }).click();
    await expect(this.exportDialog).toBeHidden();
  }

  /** Presses a button of the export dialog and returns the file that comes. */
  async save(button: string): Promise<Saved> {
    const coming = this.page.waitForEvent('download');
    await this.exportDialog.getByRole('button', { name: button, exact: true }).click();
    return savedFile(await coming);
  }

  /** The 19-column CSV with a row a shard after every so many events. */
  async exportStatistics(interval: number): Promise<Saved> {
    await this.openExport();
    await this.exportDialog.getByRole('textbox', { name: 'Events between two rows' }).fill(String(interval));
    const saved = await this.save('Save statistics CSV');
    await this.closeExport();
    return saved;
  }
}

async function savedFile(download: Download): Promise<Saved> {
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

type Payload = Exclude<Parameters<Locator['setInputFiles']>[0], string>;

/** The files in the form that Playwright gives to an input. */
function payload(files: readonly TestFile[]): Payload {
  const paths = files.flatMap((file) => ('path' in file ? [file.path] : []));
  if (paths.length === files.length) return paths;
  return files.map((file) => {
    if ('path' in file) throw new Error('files on disk or in memory, not both');
    return { name: file.name, mimeType: 'application/octet-stream', buffer: Buffer.from(file.bytes) };
  });
}
