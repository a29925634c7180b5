import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { isTest, sourceFiles } from '#test/support/source-files.js'

/** Codes in what this project runs, each with the files that hold it. Comments do not count. */
function codesIn(first: number, last: number): Record<string, readonly string[]> {
  const found = new Map<string, Set<string>>()
  // The wire and the checks of a server judge codes, and the drop-in has those of the package that it takes the place of.
  const isJudged = (path: string) => !/\/src\/(wire|cli\/check)\//.test(path) && !path.startsWith('packages/sdk/')
  const checked = sourceFiles().filter(({ path }) => !isTest(path) && isJudged(path))
  for (const { path, text } of checked) {
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '')
    for (const [literal] of code.matchAll(/(?<![\w.])-3\d[\d_]{3,5}\b/g)) {
      const value = Number(literal.replaceAll('_', ''))
      if (value < first || value > last) continue
      const name = String(value)
      found.set(name, (found.get(name) ?? new Set()).add(path.replace(/^.*\/src\//, '')))
    }
  }
  return Object.fromEntries(
    [...found].sort(([a], [b]) => Number(b) - Number(a)).map(([key, paths]) => [key, [...paths]]),
  )
}

test('from -32000 to -32019 there is only what others gave a meaning, for legacy peers', () => {
  verifies('ERR-08', 'ERR-09')
  expect(codesIn(-32019, -32000)).toEqual({
    // That of servers that have forgotten a session is understood, and never sent. Between a view and its page it is a refusal: so
    // the specification of apps has it.
    '-32000': [
      'channel/served-requests.ts',
      'host/call-view-tool.ts',
      'host/view-requests.ts',
      'view/app-connection.ts',
      'client/http/http-status-error.ts',
    ],
    '-32001': ['client/http/http-status-error.ts', 'protocol/headers/header-mismatch.ts'],
    '-32002': [
      'gateway/calls/encode-response.ts',
      'gateway/policy/unknown-target.ts',
      'gateway/routing/request-forwarder.ts',
      'protocol/modern/modern-codec.ts',
      'protocol/revisions/profiles.ts',
      'protocol/revisions/revision-profile.ts',
      // Traces call it an error of the sender.
      'operations/operation-error.ts',
    ],
  })
})

test('no code of our own is in the range of JSON-RPC', () => {
  verifies('ERR-12')
  const standard = ['-32600', '-32601', '-32602', '-32603', '-32700']
  const modern = ['-32020', '-32021', '-32022']
  const pages = ['-32042']
  const bound = ['-32099'] // of what is kept from handlers
  expect(new Set(Object.keys(codesIn(-32768, -32020)))).toEqual(new Set([...modern, ...pages, ...bound, ...standard]))
})
