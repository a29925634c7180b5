import { describe, expect, test } from 'vitest'
import type { RpcMessage } from '../../../jsonrpc/messages/messages.js'
import { headerMismatch } from '../../../protocol/headers/header-mismatch.js'
import { type Revision, revisions } from '../../../protocol/revisions/revision.js'
import { openContext } from '../requests/fixtures/http-context.js'
import { checkDraftHeaders, checkLegacyVersion, statusInSession } from './check-legacy-headers.js'

type Headers = Readonly<Record<string, string>>

describe('the version header', () => {
  const check =
    (headers: Headers, served: readonly Revision[] = revisions) =>
    () =>
      checkLegacyVersion(openContext({ headers }).context.request, served)

  test('may be missing, or name a legacy revision that is served', () => {
    expect(check({})).not.toThrow()
    for (const version of ['2024-11-05', '2025-11-25']) expect(check({ 'mcp-protocol-version': version })).not.toThrow()
  })

  test.each([
    ['that is not known', '1999-01-01', revisions],
    ['that is not served', '2025-03-26', ['2025-11-25', '2026-07-28'] as const],
  ])('%s is refused with those that are, the newest first', (_name, version, served) => {
    expect(check({ 'mcp-protocol-version': version }, served)).toThrow(
      expect.objectContaining({ code: -32022, data: { supported: [...served].reverse(), requested: version } }),
    )
  })

  test.each<[Headers]>([
    [{ 'mcp-protocol-version': '2026-07-28' }],
    [{ 'mcp-protocol-version': '1999-01-01', 'mcp-session-id': 's' }],
  ])('%j is refused with the legacy ones', (headers) => {
    expect(check(headers, ['2025-06-18', '2025-11-25', '2026-07-28'])).toThrow(
      expect.objectContaining({
        status: 400,
        message: 'MCP-Protocol-Version must be one of 2025-06-18, 2025-11-25',
        error: expect.objectContaining({ code: -32600 }),
      }),
    )
  })
})

describe('the headers of the draft', () => {
  const call: RpcMessage = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'gr\u00fcn' } }
  const check =
    (headers: Headers, message: RpcMessage = call, nameParams?: ReadonlyMap<string, string>) =>
    () =>
      checkDraftHeaders(openContext({ headers }).context.request, message, { nameParams })
  const mismatch = (name: string, sent: string, expected: string) =>
    expect.objectContaining({ status: 400, error: headerMismatch({ name, sent, expected }, 'legacy') })

  test('may be missing, or say what the body says', () => {
    expect(check({})).not.toThrow()
    expect(check({ 'mcp-method': 'tools/call', 'mcp-name': '=?base64?Z3LDvG4=?=' })).not.toThrow()
  })

  test('name the method of the body', () => {
    expect(check({ 'mcp-method': 'tools/list' })).toThrow(mismatch('Mcp-Method', 'tools/list', 'tools/call'))
    const notification: RpcMessage = { jsonrpc: '2.0', method: 'notifications/x' }
    expect(check({ 'mcp-method': '' }, notification)).toThrow(mismatch('Mcp-Method', '', 'notifications/x'))
  })

  test('name what the body names', () => {
    expect(check({ 'mcp-name': 'other' })).toThrow(mismatch('Mcp-Name', 'other', 'gr\u00fcn'))
    expect(check({ 'mcp-name': '=?base64?%?=' })).toThrow(mismatch('Mcp-Name', '=?base64?%?=', 'gr\u00fcn'))
  })

  test('name what a method of an extension names', () => {
    const get: RpcMessage = { jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { taskId: 'a' } }
    expect(check({ 'mcp-name': 'b' }, get)).not.toThrow()
    expect(check({ 'mcp-name': 'b' }, get, new Map([['tasks/get', 'taskId']]))).toThrow(mismatch('Mcp-Name', 'b', 'a'))
  })

  test('say nothing of a response, nor the name of what has none', () => {
    expect(check({ 'mcp-method': 'x', 'mcp-name': 'y' }, { jsonrpc: '2.0', id: 1, result: {} })).not.toThrow()
    expect(check({ 'mcp-name': 'y' }, { jsonrpc: '2.0', id: 1, method: 'ping' })).not.toThrow()
  })
})

test('a response has status 400 where its request had headers that differ from the body', () => {
  const mismatch = headerMismatch({ name: 'Mcp-Param-a', sent: 'b', expected: 'c' }, 'legacy')
  const statuses = [{ result: {} }, { error: mismatch.toObject() }, { error: { code: -32001, message: 'late' } }].map(
    (outcome) => statusInSession({ jsonrpc: '2.0', id: 1, ...outcome }),
  )
  expect(statuses).toEqual([200, 400, 200])
})
