import { expect, test } from 'vitest'
import { isIn, refuseWithoutSample, toSampleOptions } from '../../../mutations/random/sample-options.mjs'
import { root } from '../../support/root.js'

test.each([
  ['all source', {}, undefined],
  ['two layers', { layer: ['uri', 'redis'] }, ['uri', 'redis']],
  ['a folder', { layer: ['packages/omniport/src/uri/'] }, ['packages/omniport/src/uri/']],
])('a sample is of %s', (_name, values, parts) => {
  const options = toSampleOptions({ sample: '300', seed: '7', ...values }, root)
  expect(options).toEqual({ count: 300, seed: 7, stages: 4, ...(parts && { parts }) })
})

test.each([
  ['those in its folder', { beside: true }, 1],
  ['those that are near', { quick: true }, 3],
])('mutants meet no tests but %s', (_name, values, stages) => {
  expect(toSampleOptions({ sample: '3', seed: '7', ...values }, root)).toMatchObject({ stages })
})

test.each([{ seed: '7' }, { layer: ['uri'] }, { beside: true }])('%j without a sample is refused', (values) => {
  expect(() => refuseWithoutSample(values)).toThrow(`--${Object.keys(values)[0]} goes with --sample <number>`)
  expect(() => refuseWithoutSample({ sample: '3', ...values })).not.toThrow()
})

test.each([
  ['its layer', 'uri', true],
  ['its folder', 'packages/omniport/src/uri', true],
  ['itself', 'packages/omniport/src/uri/is-uri.ts', true],
  ['a folder whose name begins alike', 'packages/omniport/src/ur', false],
])('a file is in %s', (_name, part, is) => {
  expect(isIn('packages/omniport/src/uri/is-uri.ts', part)).toBe(is)
})

test('a sample of each layer is of every layer of the library and every other package', () => {
  const { parts } = toSampleOptions({ sample: '60', seed: '7', layer: ['each'] }, root)
  expect(parts).toEqual(
    expect.arrayContaining(['values', 'protocol', 'host', 'cli', 'app', 'console', 'otel', 'redis', 'sdk']),
  )
})

test.each([
  ['a count', { sample: 'many' }, "--sample must be a whole number; got 'many'"],
  ['a seed', { sample: '3', seed: '-1' }, "--seed must be a whole number; got '-1'"],
  ['a layer', { sample: '3', seed: '1', layer: ['urn'] }, "; got 'urn'"],
])('what is not %s is refused', (_name, values, message) => {
  expect(() => toSampleOptions(values, root)).toThrow(message)
})
