import { describe, expect, it } from 'vitest';
import { readDemanglerWasm } from '../../cli/demangler.js';
import { loadDemangler } from './demangle.js';

const demangler = await loadDemangler(await readDemanglerWasm());
const demangle = (name: string): string => demangler.demangle(name);

describe('names as c++filt writes them', () => {
  it.each([
    ['_Z3foov', 'foo()'],
    ['__Z3foov', 'foo()'],
    ['main', 'main'],
    ['_Znwm', 'operator new(unsigned long)'],
    ['_ZN12_GLOBAL__N_110anon_allocEm', '(anonymous namespace)::anon_alloc(unsigned long)'],
    ['_ZZ4mainENKUlmE_clEm', 'main::{lambda(unsigned long)#1}::operator()(unsigned long) const'],
    ['_ZL4twinm.constprop.0.isra.0', 'twin(unsigned long) [clone .constprop.0] [clone .isra.0]'],
    [
      '_ZSt19__throw_ios_failurePKci@@GLIBCXX_3.4.26',
      'std::__throw_ios_failure(char const*, int)@@GLIBCXX_3.4.26',
    ],
    ['_ZTV7Derived', 'vtable for Derived'],
    ['_ZThn16_N1D1fEi', 'non-virtual thunk to D::f(int)'],
    ['_ZNKSi6gcountEv', 'std::istream::gcount() const'],
  ])('%s', (mangled, readable) => expect(demangle(mangled)).toBe(readable));

  it.each([
    ['_ZN5outer5inner3vecIdEEPT_m', 'double* outer::inner::vec<double>(unsigned long)'],
    ['_Z3fooIiEvv', 'void foo<int>()'],
    ['_Z3fooIiEvT_', 'void foo<int>(int)'],
    ['_Z3fooIiEPFivET_', 'int (*foo<int>(int))()'],
    ['_Z3mkbIiE3BoxIPFivEEv', 'Box<int (*)()> mkb<int>()'],
    [
      '_ZN5outer5inner3vecIdEEPT_m.isra.0.cold',
      'double* outer::inner::vec<double>(unsigned long) [clone .isra.0] [clone .cold]',
    ],
    [
      '_ZN5outer5inner3BoxIlLi20000EE7convertINS1_IcLi150000EEEEEPT_RKS4_',
      'outer::inner::Box<char, 150000>* outer::inner::Box<long, 20000>::convert<outer::inner::Box<char, 150000> >(outer::inner::Box<char, 150000> const&)',
    ],
  ])('the type a function template returns: %s', (mangled, readable) =>
    expect(demangle(mangled)).toBe(readable),
  );

  it('constructors and conversions return none', () => {
    expect(demangle('_ZN3FooC1IiEET_')).toBe('Foo::Foo<int>(int)');
    expect(demangle('_ZN1AcvT_IiEEv')).toBe('A::operator int<int>()');
  });
});

it('Rust, old and new', () => {
  expect(demangle('_ZN4core3fmt9Formatter9write_str17h0123456789abcdefE')).toBe(
    'core::fmt::Formatter::write_str',
  );
  expect(demangle('_RNvCs1234_7mycrate3foo')).toBe('mycrate::foo');
});

describe('hostile names', () => {
  it('stay as they are when they cannot be read', () => {
    for (const name of [
      '_Z',
      '_ZNNNN',
      `_Z${'N'.repeat(5000)}`,
      '_R',
      '_RNv',
      `_Z${'9'.repeat(400)}a`,
      '_Z1f\0\uffff',
    ]) {
      expect(demangle(name)).toBe(name);
    }
    expect(demangle('<script>alert(1)</script>')).toBe('<script>alert(1)</script>');
  });

  it('a few letters that stand for gigabytes are given up soon, and the next name is read', () => {
    let type = 'S0_';
    let name = '_Z1fSt4pairIiiE';
    for (let i = 0; i < 40; i++) {
      name += `S_I${type}${type}E`;
      type = `S${(i + 1).toString(36).toUpperCase()}_`;
    }
    const start = performance.now();
    expect(demangle(name)).toBe(name);
    expect(performance.now() - start).toBeLessThan(2000);
    expect(demangle('_Z5afterv')).toBe('after()');
  });
});

it('two demanglers do not disturb each other', async () => {
  const other = await loadDemangler(await readDemanglerWasm());
  expect(demangle('_Z3onev')).toBe('one()');
  expect(other.demangle('_Z3twov')).toBe('two()');
  expect(demangle('_Z5threev')).toBe('three()');
});

it('bytes that are not the demangler reject', async () => {
  await expect(loadDemangler(new Uint8Array([0, 1, 2]))).rejects.toThrow();
});
