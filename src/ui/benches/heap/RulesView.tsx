import { SegmentedControl, useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type ReactElement, useMemo } from 'react';
import { exportSumRulesSvg, SumRules, type SumRulesTable } from '../../../charts/sum-rules/SumRules.js';
import { RULE_KINDS, selectName, setHeap, unitOf } from '../../../state/heap-inputs.js';
import { useApp, useHeap, useHeapResults } from '../../app-context.js';
import { Loading } from './Loading.js';
import { type Picture, usePicture } from './pictures.js';
import { rulesCsv } from './table-csv.js';
import { RULE_KIND_WORDS } from './words.js';

/** The four orders of summing and unbiasing, side by side: what goes wrong when counters are summed first. */
export function RulesView(): ReactElement {
  const { heap } = useApp();
  const kind = useHeap((state) => state.inputs.ruleKind);
  const selected = useHeap((state) => state.inputs.selected);
  const answer = useHeapResults((results) => results.rules.answer);
  const request = useHeapResults((results) => results.rules.request);
  const error = useHeapResults((results) => results.rules.error);
  const theme = useComputedColorScheme('light');
  const { ref, height } = useElementSize();
  const table = useMemo<SumRulesTable | null>(() => {
    if (answer === null) return null;
    const { names, samples, stacks, pooled, whole, variance } = answer;
    return { kind: answer.kind, names, values: { samples, stacks, pooled, whole }, variance };
  }, [answer]);
  const measure = request?.measure ?? null;
  const picture = useMemo<Picture | null>(() => {
    if (table === null || measure === null) return null;
    const unit = unitOf(measure);
    const model = { table, unit, reference: 'stacks', selectedRow: null, theme } as const;
    return {
      title: 'Order of summing',
      file: 'order-of-summing',
      svg: (title) => exportSumRulesSvg(model, { title, details: [RULE_KIND_WORDS[table.kind]] }),
      csv: () => rulesCsv(table, unit),
    };
  }, [table, measure, theme]);
  usePicture(picture);
  const row = table === null || selected === null ? -1 : table.names.indexOf(selected);
  return (
    <div ref={ref} className="ui-heap-split ui-heap-scroll">
      <div className="ui-heap-bar">
        <SegmentedControl
          size="xs"
          aria-label="A row for each"
          data={RULE_KINDS.map((value) => ({ value, label: RULE_KIND_WORDS[value] }))}
          value={kind}
          onChange={(value) => setHeap(heap, { ruleKind: value })}
        />
      </div>
      {error !== null && (
        <p className="ui-heap-error" role="alert">
          {error}
        </p>
      )}
      {table === null || request === null ? (
        error === null && <Loading />
      ) : (
        <SumRules
          table={table}
          unit={unitOf(request.measure)}
          reference="stacks"
          selectedRow={row < 0 ? null : row}
          theme={theme}
          label="Four orders of summing"
          height={Math.max(180, Math.round(height) - 210)}
          onSelect={(next) => {
            if (table.kind === 'function')
              selectName(heap, next === null ? null : (table.names[next] ?? null));
          }}
        />
      )}
    </div>
  );
}
