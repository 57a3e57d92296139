import { memo, type ReactElement } from 'react';
import { formatOption, parseOption } from '../../engine/replay/option-text.js';
import type { OptionDescription, OptionName } from '../../engine/replay/options.js';
import { NumberField, type NumberFieldProps } from './NumberField.js';

export interface OptionFieldProps extends Pick<NumberFieldProps, 'value' | 'onChange' | 'onGesture'> {
  readonly name: OptionName;
  readonly option: OptionDescription;
  readonly describedBy: string;
}

/** Exact entry of an option in the forms MALLOC_CONF takes. */
export const OptionField = memo(function OptionField({
  name,
  option,
  ...rest
}: OptionFieldProps): ReactElement {
  return (
    <NumberField
      {...rest}
      label={`${option.label}, exact value`}
      format={(value) => formatOption(name, value)}
      parse={(text) => parseOption(name, text)}
    />
  );
});
