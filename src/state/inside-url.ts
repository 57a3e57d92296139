/** The part of the address that tells where the bench looks inside; nothing while it does not. */
import * as v from 'valibot';
import { PAGESLAB_ORDERS } from '../engine/inspect/moment.js';
import { defaultInside, type InsideInputs, MAP_SHAPES, MAP_SIZE_COUNT } from './inside-inputs.js';

const whole = v.pipe(v.string(), v.regex(/^\d{1,10}$/), v.transform(Number), v.safeInteger());

export const INSIDE_FIELDS = {
  inside: v.pipe(
    v.picklist(['0', '1']),
    v.transform((text) => text === '1'),
  ),
  at: whole,
  inshard: v.pipe(whole, v.maxValue(127)),
  slab: whole,
  order: v.picklist(PAGESLAB_ORDERS),
  map: v.picklist(MAP_SHAPES),
  mapsize: v.pipe(whole, v.maxValue(MAP_SIZE_COUNT - 1)),
} as const;

export function writeInside(inside: InsideInputs, fields: URLSearchParams): void {
  if (!inside.open) return;
  const standard = defaultInside();
  fields.set('inside', '1');
  if (inside.events !== null) fields.set('at', String(inside.events));
  if (inside.shard !== standard.shard) fields.set('inshard', String(inside.shard));
  if (inside.slab !== null) fields.set('slab', String(inside.slab));
  if (inside.order !== standard.order) fields.set('order', inside.order);
  if (inside.shape !== standard.shape) fields.set('map', inside.shape);
  if (inside.size !== standard.size) fields.set('mapsize', String(inside.size));
}

export function readInside(
  read: <S extends v.GenericSchema<unknown, unknown>>(name: string, schema: S) => v.InferOutput<S> | null,
): InsideInputs {
  const standard = defaultInside();
  return {
    ...standard,
    open: read('inside', INSIDE_FIELDS.inside) ?? standard.open,
    events: read('at', INSIDE_FIELDS.at),
    shard: read('inshard', INSIDE_FIELDS.inshard) ?? standard.shard,
    slab: read('slab', INSIDE_FIELDS.slab),
    order: read('order', INSIDE_FIELDS.order) ?? standard.order,
    shape: read('map', INSIDE_FIELDS.map) ?? standard.shape,
    size: read('mapsize', INSIDE_FIELDS.mapsize) ?? standard.size,
  };
}
