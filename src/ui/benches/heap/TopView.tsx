import type { ReactElement } from 'react';
import { useHeap, useHeapResults } from '../../app-context.js';
import { Loading } from './Loading.js';
import { TopTable } from './TopTable.js';

export function TopView(): ReactElement {
  const request = useHeapResults((results) => results.look.request);
  const answer = useHeapResults((results) => results.look.answer);
  const search = useHeap((state) => state.inputs.search);
  if (request === null || answer === null) return <Loading />;
  return <TopTable answer={answer} request={request} filter={search} />;
}
