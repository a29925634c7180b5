import { expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { type Finding, note, ok, problem, warning } from './finding.js'
import { writeFindings } from './write-findings.js'

const all = [
  ok('network', 'it is there'),
  note('tools', 'two'),
  warning('tools', 'odd\u001b', 'mend it'),
  ok('network', 'fast'),
]

async function write(findings: readonly Finding[], text?: true) {
  const { io, stdout } = createMemoryIo({ cwd: '/' })
  const code = await writeFindings({ target: 'a\nb', findings }, { text }, io).catch(({ code: of, message }) => [
    of,
    message,
  ])
  return { code, printed: stdout() }
}

test('people get the findings by area, with what to do', async () => {
  const { code, printed } = await write([...all, problem('tools', 'wrong', 'do this')], true)
  expect(printed.split('\n')).toEqual([
    'a\\nb',
    'network',
    '  ✓ it is there',
    '  ✓ fast',
    'tools',
    '  · two',
    '  ! odd\\u001b',
    '      → mend it',
    '  ✗ wrong',
    '      → do this',
    '',
  ])
  expect(code).toEqual(['invalid_result', 'There is 1 problem; what to do is said there'])
})

test('programs get them as they are, counted', async () => {
  const { code, printed } = await write(all)
  expect([code, JSON.parse(printed)]).toEqual([
    0,
    { target: 'a\nb', findings: all, counts: { ok: 2, note: 1, warning: 1, problem: 0 } },
  ])
})

test('several problems are a failure too', async () => {
  const wrong = problem('a', 'wrong', 'do this')
  expect((await write([wrong, wrong, wrong])).code).toEqual([
    'invalid_result',
    'There are 3 problems; what to do is said there of each',
  ])
})
