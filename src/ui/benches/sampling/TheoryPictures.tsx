/** The pictures of closed forms: each takes its part of the one answer. */
import { memo, type ReactElement, useCallback, useMemo } from 'react';
import {
  BEST_RATES_WORDS,
  BestRates,
  exportBestRatesSvg,
} from '../../../charts/sampling/best-rates/BestRates.js';
import {
  ERROR_COST_WORDS,
  ErrorCost,
  exportErrorCostSvg,
} from '../../../charts/sampling/error-cost/ErrorCost.js';
import {
  exportSummingOrderSvg,
  SUMMING_ORDER_WORDS,
  SummingOrder,
} from '../../../charts/sampling/summing-order/SummingOrder.js';
import {
  exportVarianceCurveSvg,
  VARIANCE_CURVE_WORDS,
  VarianceCurve,
} from '../../../charts/sampling/variance-curve/VarianceCurve.js';
import {
  exportVarianceSharesSvg,
  VARIANCE_SHARES_WORDS,
  VarianceShares,
} from '../../../charts/sampling/variance-shares/VarianceShares.js';
import {
  exportWriterTrickSvg,
  WRITER_STEPS_WORDS,
  WriterTrick,
} from '../../../charts/sampling/writer-steps/WriterTrick.js';
import type { Theme } from '../../../charts/shared/palette.js';
import type { TheoryAnswer, TheoryRequest } from '../../../workers/sampling.api.js';
import { useApp, useSampling } from '../../app-context.js';
import { bestCsv, costCsv, sharesCsv, summingCsv, varianceCsv, writerCsv } from './csv.js';
import { bestModel, costModel, sharesModel, summingModel, varianceModel, writerModel } from './models.js';
import { Picture } from './Picture.js';
import { StackBox } from './StackBox.js';
import { useExportTitle } from './use-export-title.js';
import { WriterBox } from './WriterBox.js';

export interface TheoryPictureProps {
  readonly theme: Theme;
  readonly answer: TheoryAnswer;
  readonly request: TheoryRequest;
}

export const VariancePicture = memo(function VariancePicture({
  answer,
  theme,
}: TheoryPictureProps): ReactElement {
  const title = useExportTitle();
  const model = useMemo(() => varianceModel(answer, theme), [answer, theme]);
  return (
    <Picture
      id="variance"
      {...VARIANCE_CURVE_WORDS}
      files={{ svg: () => exportVarianceCurveSvg(model, { title: title() }), csv: () => varianceCsv(answer) }}
    >
      <VarianceCurve {...model} />
    </Picture>
  );
});

export const SharesPicture = memo(function SharesPicture({
  answer,
  theme,
}: TheoryPictureProps): ReactElement {
  const title = useExportTitle();
  const model = useMemo(() => sharesModel(answer, theme), [answer, theme]);
  return (
    <Picture
      id="shares"
      {...VARIANCE_SHARES_WORDS}
      files={{ svg: () => exportVarianceSharesSvg(model, { title: title() }), csv: () => sharesCsv(answer) }}
    >
      <VarianceShares {...model} />
    </Picture>
  );
});

export const CostPicture = memo(function CostPicture({
  answer,
  request,
  theme,
}: TheoryPictureProps): ReactElement {
  const title = useExportTitle();
  const model = useMemo(() => costModel(answer, request.stack, theme), [answer, request, theme]);
  return (
    <Picture
      id="cost"
      {...ERROR_COST_WORDS}
      files={{ svg: () => exportErrorCostSvg(model, { title: title() }), csv: () => costCsv(answer) }}
    >
      <ErrorCost {...model}>
        <StackBox />
      </ErrorCost>
    </Picture>
  );
});

export const SummingPicture = memo(function SummingPicture({
  answer,
  theme,
}: TheoryPictureProps): ReactElement {
  const title = useExportTitle();
  const model = useMemo(() => summingModel(answer, theme), [answer, theme]);
  return (
    <Picture
      id="summing"
      {...SUMMING_ORDER_WORDS}
      files={{ svg: () => exportSummingOrderSvg(model, { title: title() }), csv: () => summingCsv(answer) }}
    >
      <SummingOrder {...model} />
    </Picture>
  );
});

export const WriterPicture = memo(function WriterPicture({
  answer,
  request,
  theme,
}: TheoryPictureProps): ReactElement {
  const title = useExportTitle();
  const model = useMemo(() => writerModel(answer, request.writer, theme), [answer, request, theme]);
  return (
    <Picture
      id="writer"
      {...WRITER_STEPS_WORDS}
      files={{
        svg: () => exportWriterTrickSvg(model, { title: title() }),
        csv: () => writerCsv(answer, request.writer),
      }}
    >
      <WriterTrick {...model}>
        <WriterBox />
      </WriterTrick>
    </Picture>
  );
});

export const BestPicture = memo(function BestPicture({ answer, theme }: TheoryPictureProps): ReactElement {
  const { inputs } = useApp().sampling;
  const title = useExportTitle();
  const selected = useSampling(({ best }) => best);
  const model = useMemo(() => bestModel(answer, selected, theme), [answer, selected, theme]);
  const onSelect = useCallback((best: string) => inputs.set({ best }), [inputs]);
  return (
    <Picture
      id="best"
      {...BEST_RATES_WORDS}
      files={{ svg: () => exportBestRatesSvg(model, { title: title() }), csv: () => bestCsv(answer) }}
    >
      <BestRates {...model} onSelect={onSelect} />
    </Picture>
  );
});
