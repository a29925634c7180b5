import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../values/json/json-object.js'
import { preflight } from '../preflight/preflight.js'
import { readChoices } from './read-choices.js'

function choicesOf(document: JsonObject): unknown {
  const safe = preflight(document)
  return readChoices(safe.document as JsonObject, safe)
}

describe('the choices', () => {
  test.each<readonly [document: JsonObject, choices: unknown]>([
    [{ const: 'a' }, [{ value: 'a' }]],
    [{ const: null, title: 'Nothing' }, [{ value: null }]],
    [{ enum: ['a', 1] }, [{ value: 'a' }, { value: 1 }]],
    [{ enum: [] }, []],
    [{ const: 'a', enum: ['b'] }, [{ value: 'a' }]],
    [
      { enum: ['a', 'b'], enumNames: ['A', 'B'] },
      [
        { value: 'a', title: 'A' },
        { value: 'b', title: 'B' },
      ],
    ],
    [{ enum: ['a', 'b', 'c'], enumNames: ['A', 5] }, [{ value: 'a', title: 'A' }, { value: 'b' }, { value: 'c' }]],
    [{ enum: ['a'], enumNames: 'A' }, [{ value: 'a' }]],
    [{ anyOf: [{ const: 'a', title: 'A' }, { const: 'b' }] }, [{ value: 'a', title: 'A' }, { value: 'b' }]],
    [{ oneOf: [{ const: 'a', title: 'A' }, { type: 'null' }] }, [{ value: 'a', title: 'A' }, { value: null }]],
    [
      { oneOf: [{ enum: ['a', 'b'], title: 'Both' }, { const: 'c' }] },
      [{ value: 'a' }, { value: 'b' }, { value: 'c' }],
    ],
    [{ oneOf: [{ enum: ['a'], title: 'A' }, { const: 'b' }] }, [{ value: 'a', title: 'A' }, { value: 'b' }]],
    [
      { oneOf: [{ enum: ['a'], enumNames: ['A'], title: 'B' }, { const: 'b' }] },
      [{ value: 'a', title: 'A' }, { value: 'b' }],
    ],
    [
      { anyOf: [{ oneOf: [{ const: 'a' }, { const: 'b' }] }, { const: 'c' }] },
      [{ value: 'a' }, { value: 'b' }, { value: 'c' }],
    ],
    [
      { anyOf: [{ $ref: '#/$defs/a' }, { const: 'b' }], $defs: { a: { const: 'a', title: 'A' } } },
      [{ value: 'a', title: 'A' }, { value: 'b' }],
    ],
    [
      { anyOf: [{ const: 'a' }, { const: 'b' }], oneOf: [{ const: 'c' }, { const: 'd' }] },
      [{ value: 'a' }, { value: 'b' }],
    ],
  ])('of %j', (document, choices) => {
    expect(choicesOf(document)).toStrictEqual(choices)
  })

  test.each<JsonObject>([
    {},
    { type: 'string' },
    { anyOf: [{ const: 'a' }, { type: 'string' }] },
    { oneOf: [{ const: 'a' }, true] },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
  ])('are unknown of %j', (document) => {
    expect(choicesOf(document)).toBe(undefined)
  })
})
