import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { beginSession, modernHeaders, modernRequest, post } from '#test/support/http-client.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import type { Serve } from '../../../protocol/exchange/exchange.js'

const serve: Serve = async (message) =>
  'id' in message ? { jsonrpc: '2.0', id: message.id, result: { resultType: 'complete' } } : undefined
const nameParams = new Map([['tasks/get', 'taskId']])
const params = { taskId: 'täsk' }

describe.each(httpShells)('$shell holds Mcp-Name to the parameter of a method of an extension', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const start = async (target: Parameters<typeof open>[0]) => {
    shell = await open(target)
  }
  const outcome = async (responding: Promise<Response>) => {
    const response = await responding
    return [response.status, (await response.json()).error?.code]
  }

  test.each([
    ['it is missing', {}, [400, -32020]],
    ['it differs', { 'mcp-name': 'other' }, [400, -32020]],
    ['it says the same', { 'mcp-name': '=?base64?dMOkc2s=?=' }, [200, undefined]],
  ])('when %s', async (_name, headers, expected) => {
    verifies('HTTP-58', 'HTTP-62')
    await start({ serve, environment: { nameParams } })
    const all = { ...modernHeaders('tasks/get', params), ...headers }
    expect(await outcome(post(shell, modernRequest('tasks/get', params), { headers: all }))).toEqual(expected)
  })

  test('and to none where nobody says that it has one', async () => {
    await start({ serve })
    const headers = { ...modernHeaders('tasks/get', params), 'mcp-name': 'other' }
    expect(await outcome(post(shell, modernRequest('tasks/get', params), { headers }))).toEqual([200, undefined])
  })

  test('in legacy sessions only if it is sent', async () => {
    await start({ serve, environment: { nameParams } })
    const session = await beginSession(shell)
    const request = { jsonrpc: '2.0', id: 1, method: 'tasks/get', params }
    expect(await outcome(session.post(request))).toEqual([200, undefined])
    expect(await outcome(session.post(request, { headers: { 'mcp-name': 'other' } }))).toEqual([400, -32001])
  })
})
