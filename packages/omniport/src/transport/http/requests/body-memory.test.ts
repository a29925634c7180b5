import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { openContext } from './fixtures/http-context.js'

const full = {
  status: 503,
  error: { code: -32603, message: 'Too much at once: the limit inFlightBytes is 800000 bytes' },
  headers: { 'retry-after': '1' },
}
/** Long messages leave a quarter: they may take 600,000 of these bytes, and an eighth more with priority. */
const limits = { inFlightBytes: 800_000 }
const usedBy = ({ settings }: ReturnType<typeof openContext>['context']) => settings.budgets.inFlight.used

describe('the bytes of a body', () => {
  test.each([
    ['up to 64 KiB are counted when it was read', 65_536, 0],
    ['beyond are counted as it is read, two for each', 65_537, 131_074],
  ])('%s', (_name, length, used) => {
    const { context } = openContext({ limits })
    context.countBody(length)
    expect(usedBy(context)).toBe(used)
  })

  test('count instead of those before, and never less', () => {
    const { context } = openContext({ limits })
    context.countBody(100_000)
    context.countBody(90_000)
    expect(usedBy(context)).toBe(200_000)
    context.countBody(100_001)
    expect(usedBy(context)).toBe(200_002)
  })

  test('that find no room are refused', () => {
    const { context } = openContext({ limits })
    context.settings.budgets.inFlight.add(400_000)
    context.countBody(100_000)
    expect(thrownBy(() => context.countBody(100_001))).toMatchObject(full)
    expect(usedBy(context)).toBe(600_000)
  })

  test.each([
    ['has priority by its header', { 'mcp-method': 'ping' }, '/mcp', 700_000],
    ['has none by its header', { 'mcp-method': 'tools/call', 'mcp-session-id': 's' }, '/mcp', 600_000],
    ['may have priority in a session', { 'mcp-session-id': 's' }, '/mcp', 700_000],
    ['may have priority at another path', {}, '/messages', 700_000],
    ['has none elsewhere', {}, '/mcp', 600_000],
  ])('of a message that %s', (_name, headers, path, most) => {
    const { context } = openContext({ limits, headers, path })
    context.settings.budgets.inFlight.add(most - 200_000)
    context.countBody(100_000)
    expect(thrownBy(() => context.countBody(100_001))).toMatchObject({ status: 503 })
  })

  test('are given back once', () => {
    const { context } = openContext({ limits })
    context.countBody(100_000)
    expect([context.release(), context.release(), usedBy(context)]).toEqual([200_000, 0, 0])
  })
})
