import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { thrownBy } from '#test/support/thrown-by.js'
import { defaultLimits } from '../../protocol/limits/limits.js'
import { containsUrl, Forms } from './forms.js'

function setUp(unsafePatterns: 'warn' | 'refuse' = 'warn') {
  const logger = createRecordingLogger()
  return { logger, forms: new Forms({ limits: defaultLimits, logger, unsafePatterns }) }
}

const schemaOf = (properties: object) => ({ type: 'object', properties }) as { readonly type: 'object' }

describe('the form of a schema', () => {
  test('is made once, and says once what is wrong with it', () => {
    const { forms, logger } = setUp()
    const schema = schemaOf({
      site: { type: 'string', description: 'See HTTPS://a.example/x' },
      page: { type: 'string', title: 'http://a.example' },
      name: { type: 'string', title: 'https or not' },
    })
    const form = forms.of(schema)
    expect(forms.of(schema)).toBe(form)
    expect(forms.of({ ...schema })).not.toBe(form)
    const warning = (name: string) =>
      `The field "${name}" of a form holds an address: send people to pages with elicitUrl`
    expect(logger.warnings).toEqual(['site', 'page', 'site', 'page'].map(warning))
  })

  test('has a field', () => {
    const { forms, logger } = setUp()
    expect(thrownBy(() => forms.of({ type: 'object' } as never))).toEqual(
      new TypeError('a form needs a field: an object schema with at least one property'),
    )
    expect(logger.warnings).toEqual([])
  })

  test('with a pattern that cannot be decided is refused, or warned of once', async () => {
    // biome-ignore lint/suspicious/noUselessRegexBackrefs: it makes the pattern one that cannot be decided
    const schema = z.object({ name: z.string().regex(/^((b)|a+\2?)+$/) })
    const words = /^elicit: the pattern .* at \/properties\/name\/pattern may take exponential time/
    const { forms, logger } = setUp()
    forms.of(schema)
    forms.of(schema)
    await vi.waitFor(() => expect(logger.warnings).toEqual([expect.stringMatching(words)]))
    expect(() => setUp('refuse').forms.of(schema)).toThrow(words)
  })
})

test('an address in a text is that of a page', () => {
  expect(['http://a', 'see https://a.example', 'HTTP://A', '(http://a)'].map(containsUrl)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['http:/a', 'ftp://a', 'xhttp://a', 'https', ''].map(containsUrl)).toEqual([false, false, false, false, false])
})
