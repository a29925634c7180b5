import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeJunit } from './junit.js'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'junit-'))
})

afterEach(() => rm(cwd, { recursive: true }))

test('suites and cases are written with their counts', async () => {
  await writeJunit(
    'out.xml',
    [
      {
        name: 'a "b"',
        cases: [
          { name: 'one' },
          { name: '<two> & "more"\n\t\r', failure: 'no\u0000\u001b\ud800', seconds: 1.23456 },
          { name: 'three', output: 'é 👍', failure: 'x' },
          { name: 'four', output: '' },
        ],
      },
      { name: 'empty', cases: [] },
    ],
    { cwd },
  )
  expect((await readFile(join(cwd, 'out.xml'), 'utf8')).split('\n')).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites tests="4" failures="2">',
    '  <testsuite name="a &#34;b&#34;" tests="4" failures="2">',
    '    <testcase classname="a &#34;b&#34;" name="one"/>',
    '    <testcase classname="a &#34;b&#34;" name="&#60;two&#62; &#38; &#34;more&#34;&#10;&#9;&#13;" time="1.235"><failure message="no\ufffd\ufffd\ufffd"/></testcase>',
    '    <testcase classname="a &#34;b&#34;" name="three"><failure message="x"/><system-out>é 👍</system-out></testcase>',
    '    <testcase classname="a &#34;b&#34;" name="four"><system-out></system-out></testcase>',
    '  </testsuite>',
    '  <testsuite name="empty" tests="0" failures="0">',
    '  </testsuite>',
    '</testsuites>',
    '',
  ])
})

test('a file that cannot be written is wrong use', async () => {
  await expect(writeJunit('missing/out.xml', [], { cwd })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(/^--junit: cannot write "missing\/out\.xml": ENOENT/),
  })
})
