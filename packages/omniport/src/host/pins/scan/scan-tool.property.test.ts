import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoint } from '#test/support/code-point.js'
import type { Tool } from '../../../protocol/model/tool.js'
import { scanTool } from './scan-tool.js'

/** Texts in which something can be found, and any others. */
const text = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 40 }),
  fc.string({ unit: 'grapheme-composite', maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        'ignore',
        'all',
        'previous',
        'instructions',
        'read',
        'your',
        'passwords',
        '~/.ssh/',
        '<!--',
        '\u200B',
        '\u001B[1m',
      ),
      { maxLength: 12 },
    )
    .map((words) => words.join(' ')),
)

const schema = fc.object({ key: text, values: [text, fc.integer(), fc.constant(null)], maxDepth: 4, maxKeys: 6 })

const tool: fc.Arbitrary<Tool> = fc.record({
  name: text,
  title: fc.option(text, { nil: undefined }),
  description: fc.option(text, { nil: undefined }),
  annotations: fc.option(fc.record({ title: text }), { nil: undefined }),
  inputSchema: schema.map((members) => ({ ...members, type: 'object' as const })),
  outputSchema: fc.option(schema, { nil: undefined }),
})

test('whatever a definition is, its findings are few, the same each time, and fit to be shown', () => {
  fc.assert(
    fc.property(tool, (definition) => {
      const findings = scanTool(definition)
      expect(findings.length).toBeLessThanOrEqual(32)
      expect(scanTool(structuredClone(definition))).toEqual(findings)
      for (const { path, text: findingText } of findings) {
        expect(path).toMatch(/^\/(?:name|title|description|annotations\/title|inputSchema|outputSchema)(?:\/|$)/)
        expect(`${path}${findingText}`).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
        expect(findingText.length).toBeLessThan(1_500)
      }
    }),
    { numRuns: 500 },
  )
})

test('what is found in a text is found wherever the text stands', () => {
  fc.assert(
    fc.property(text, (words) => {
      const found = (definition: Partial<Tool>, at: string) =>
        scanTool({ name: 'add', inputSchema: { type: 'object' }, ...definition })
          .filter(({ path }) => path === at)
          .map(({ kind, text: findingText }) => [kind, findingText])
      const expected = found({ description: words }, '/description')
      expect(found({ title: words }, '/title')).toEqual(expected)
      expect(found({ outputSchema: { anyOf: [{ const: words }] } }, '/outputSchema/anyOf/0/const')).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})
