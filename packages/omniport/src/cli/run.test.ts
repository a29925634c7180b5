import { describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { run } from './run.js'
import { version } from './version.js'

async function runWith(argv: readonly string[], fails = false) {
  const { io, stdout, stderr } = createMemoryIo({ cwd: '/' })
  const failing = { ...io, stdout: () => Promise.reject(new Error('closed')) }
  const code = await run(argv, fails ? failing : io)
  return { code, printed: stdout(), errors: stderr() }
}

describe('the version', () => {
  test.each(['--version', '-V'])('is printed for %s', async (option) => {
    expect(version).toMatch(/^\d+\.\d+\.\d+/)
    expect(await runWith([option])).toEqual({ code: 0, printed: `${version}\n`, errors: [] })
  })

  test('is printed for no other line that begins as that', async () => {
    expect((await runWith(['--versio'])).code).toBe(1)
    expect(await runWith(['--version', '--qqqqqqqq'])).toMatchObject({ code: 0, printed: `${version}\n` })
  })
})

describe('completion', () => {
  test('has what may stand at the end of a line', async () => {
    expect(await runWith(['__complete', 'completion', 'ba'])).toMatchObject({ code: 0, printed: 'bash\n', errors: [] })
    const { printed } = await runWith(['__complete', 'comple'])
    expect(printed.split('\n').map((line) => line.split('\t')[0])).toEqual(['complete', 'completion', ''])
  })

  test('fails without a word', async () => {
    expect(await runWith(['__complete', 'comple'], true)).toEqual({ code: 1, printed: '', errors: [] })
  })
})

test('another line is run', async () => {
  expect(await runWith([])).toMatchObject({ code: 0, printed: expect.stringMatching(/^Usage: omniport/) })
  const { code, errors } = await runWith(['qqqqqq'])
  expect([code, JSON.parse(errors[0] ?? '').error.code]).toEqual([1, 'usage'])
})
