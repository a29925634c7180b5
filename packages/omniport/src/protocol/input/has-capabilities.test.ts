import { expect, test } from 'vitest'
import { hasCapabilities } from './has-capabilities.js'

type Members = Readonly<Record<string, unknown>>

test.each<readonly [object, object, boolean]>([
  [{}, {}, true],
  [{ roots: {} }, { roots: {} }, true],
  [{ roots: { listChanged: true } }, { roots: {} }, true],
  [{ roots: { listChanged: true } }, { roots: { listChanged: true } }, true],
  [{ roots: { listChanged: false } }, { roots: { listChanged: true } }, false],
  [{}, { roots: {} }, false],
  [{ roots: true }, { roots: {} }, false],
  [{ roots: null }, { roots: {} }, false],
  [{ elicitation: { form: {} } }, { elicitation: { url: {} } }, false],
  [{ elicitation: { form: {}, url: {} } }, { elicitation: { url: {} } }, true],
  [{ sampling: { tools: {} } }, { sampling: { tools: {}, context: {} } }, false],
  [Object.create({ roots: {} }), { roots: {} }, false],
  [{}, JSON.parse('{"__proto__":{}}'), false],
])('%j against %j: %s', (capabilities, required, expected) => {
  expect(hasCapabilities(capabilities as Members, required as Members)).toBe(expected)
})
