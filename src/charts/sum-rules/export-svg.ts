/** The comparison of rules as a self-contained SVG file, from the same layout as the page; all shown rows. */
import type { ExportOptions } from '../shared/export-options.js';
import { PALETTES } from '../shared/palette.js';
import { shapesSvg } from '../shared/shapes.js';
import { legendRows, svgDocument } from '../shared/svg-document.js';
import { element } from '../shared/svg-text.js';
import { layoutSumRules, rulePath, ruleTitle, SUM_RULES } from './layout.js';
import type { SumRulesModel } from './props.js';
import { knownRules, ruleColour } from './rules.js';

export function exportSumRulesSvg(model: SumRulesModel, options: ExportOptions): string {
  const width = Math.max(480, Math.round(options.width ?? 1200));
  return svgDocument(model.theme, options, width, 'rules of summing', (inner) => {
    const layout = layoutSumRules(model, inner);
    const key = legendRows(
      knownRules(model).map((rule) => ({
        text: ruleTitle(rule),
        swatch: element('path', { d: rulePath(rule, 6, 5), fill: ruleColour(rule, model.theme) }),
      })),
      inner,
      PALETTES[model.theme],
    );
    const at = (y: number, svg: string): string => element('g', { transform: `translate(0,${y})` }, svg);
    const top = key.height + 6;
    return {
      svg: key.svg + at(top, shapesSvg(layout.axis)) + at(top + SUM_RULES.axis, shapesSvg(layout.shapes)),
      height: top + SUM_RULES.axis + layout.height,
    };
  });
}
