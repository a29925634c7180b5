import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { ModelPreferences } from '../../protocol/model/sampling.js'
import { chooseModel, type Model } from './choose-model.js'

const models: readonly Model[] = [
  { id: 'qwen3:8b', cost: 1, speed: 0.7, intelligence: 0.2 },
  { id: 'gpt-5-mini', cost: 0.8, speed: 0.9, intelligence: 0.5 },
  { id: 'gpt-5', cost: 0.3, speed: 0.4, intelligence: 0.9 },
  { id: 'anthropic/claude-opus', cost: 0.1, speed: 0.2, intelligence: 1 },
]

const hints = (...names: (string | undefined)[]): ModelPreferences => ({ hints: names.map((name) => ({ name })) })

test.each<[string, ModelPreferences | undefined, string]>([
  ['nothing is preferred: the first', undefined, 'qwen3:8b'],
  ['no priorities: the first', {}, 'qwen3:8b'],
  ['a part of an id', hints('claude'), 'anthropic/claude-opus'],
  ['letters of either case', hints('CLAUDE-Opus'), 'anthropic/claude-opus'],
  ['the first hint that matches', hints('gemini', 'claude', 'qwen'), 'anthropic/claude-opus'],
  ['hints in their order, not the order of the models', hints('claude', 'qwen'), 'anthropic/claude-opus'],
  ['an id that is the hint before one that holds it', hints('gpt-5'), 'gpt-5'],
  ['the first of several that match', hints('gpt'), 'gpt-5-mini'],
  ['several that match, by the priorities', { ...hints('gpt'), intelligencePriority: 1 }, 'gpt-5'],
  ['hints over priorities', { ...hints('qwen'), intelligencePriority: 1 }, 'qwen3:8b'],
  ['hints that say nothing are passed over', hints('', undefined, 'gpt-5'), 'gpt-5'],
  ['hints that match nothing leave it to the priorities', { ...hints('gemini'), speedPriority: 1 }, 'gpt-5-mini'],
  ['no hints', { hints: [], intelligencePriority: 1 }, 'anthropic/claude-opus'],
  ['cheap', { costPriority: 1 }, 'qwen3:8b'],
  ['fast', { speedPriority: 1 }, 'gpt-5-mini'],
  ['clever', { intelligencePriority: 1 }, 'anthropic/claude-opus'],
  ['clever, and not too slow', { intelligencePriority: 0.8, speedPriority: 0.6 }, 'gpt-5'],
])('%s', (_name, preferences, id) => {
  verifies('SAMP-15', 'SAMP-21')
  expect(chooseModel(models, preferences).id).toBe(id)
})

test('what is not said of a model is in the middle', () => {
  const [low, plain, high] = [{ id: 'low', cost: 0.4 }, { id: 'plain' }, { id: 'high', cost: 0.6 }]
  expect(chooseModel([low, plain], { costPriority: 1 })).toBe(plain)
  expect(chooseModel([plain, high], { costPriority: 1 })).toBe(high)
  const [slow, dull] = [
    { id: 'slow', speed: 0.4 },
    { id: 'dull', intelligence: 0.4 },
  ]
  expect(chooseModel([slow, plain], { speedPriority: 1 })).toBe(plain)
  expect(chooseModel([dull, plain], { intelligencePriority: 1 })).toBe(plain)
})

test('there must be a model', () => {
  expect(() => chooseModel([])).toThrow(new TypeError('chooseModel: models must hold at least one'))
})

const share = fc.option(fc.float({ min: 0, max: 1, noNaN: true }), { nil: undefined })
const model = fc.record({
  id: fc.string({ minLength: 1, maxLength: 3 }),
  cost: share,
  speed: share,
  intelligence: share,
})
const preference = fc.record({
  hints: fc.array(fc.record({ name: fc.option(fc.string({ maxLength: 2 }), { nil: undefined }) }), { maxLength: 3 }),
  costPriority: share,
  speedPriority: share,
  intelligencePriority: share,
})

test('it is one of the models, the same every time, and no later hint decides where one before it matches', () => {
  fc.assert(
    fc.property(fc.array(model, { minLength: 1, maxLength: 6 }), preference, (given, wanted) => {
      const chosen = chooseModel(given, wanted)
      expect(given).toContain(chosen)
      expect(chooseModel(given, wanted)).toBe(chosen)
      const holds = (name: string, { id }: Model) => id.toLowerCase().includes(name.toLowerCase())
      const names = wanted.hints.map(({ name = '' }) => name).filter((name) => name !== '')
      const deciding = names.find((name) => given.some((one) => holds(name, one)))
      expect(holds(deciding ?? '', chosen)).toBe(true) // every id holds the empty one
    }),
  )
})
