import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { metaKeys } from '../meta/meta-keys.js'
import { decodeRequestMeta } from './request-meta.js'

const { protocolVersion, clientCapabilities, clientInfo, logLevel } = metaKeys
const meta = { [protocolVersion]: '2026-07-28', [clientCapabilities]: {} }

describe('the protocol fields of a request', () => {
  test.each([
    ['the least', {}, { client: { capabilities: {} }, logLevel: undefined }],
    [
      'fields that are not known',
      { 'com.example/a': 1, progressToken: 1 },
      { client: { capabilities: {} }, logLevel: undefined },
    ],
    [
      'the client and a log level',
      { [clientInfo]: { name: 'c', version: '1', title: 'C' }, [logLevel]: 'debug' },
      { client: { name: 'c', version: '1', capabilities: {} }, logLevel: 'debug' },
    ],
    [
      'elicitation without modes, which is forms',
      { [clientCapabilities]: { elicitation: {} } },
      { client: { capabilities: { elicitation: { form: {} } } }, logLevel: undefined },
    ],
  ])('are read: %s', (_name, more, expected) => {
    verifies('BASE-34', 'CAP-07')
    expect(decodeRequestMeta({ _meta: { ...meta, ...more } })).toEqual({ version: '2026-07-28', ...expected })
  })

  test('name a version that is not known too', () => {
    const read = decodeRequestMeta({ _meta: { ...meta, [protocolVersion]: '2099-01-01' } })
    expect(read.version).toBe('2099-01-01')
  })

  const member = (key: string) => `params._meta["${key}"] must be `

  test.each([
    [undefined, `params._meta must carry "${protocolVersion}"`],
    [{}, `params._meta must carry "${protocolVersion}"`],
    [{ _meta: [] }, `params._meta must carry "${protocolVersion}"`],
    [{ _meta: {} }, `${member(protocolVersion)}a string`],
    [{ _meta: { ...meta, [protocolVersion]: 20260728 } }, `${member(protocolVersion)}a string`],
    [{ _meta: { [protocolVersion]: '2026-07-28' } }, `${member(clientCapabilities)}an object`],
    [{ _meta: { ...meta, [clientCapabilities]: [] } }, `${member(clientCapabilities)}an object`],
    [{ _meta: { ...meta, [clientInfo]: 'c' } }, `${member(clientInfo)}an object`],
    [
      { _meta: { ...meta, [clientInfo]: { name: 'c' } } },
      `${member(clientInfo)}an object with a name and a version, both strings`,
    ],
    [{ _meta: { ...meta, [logLevel]: 'all' } }, `${member(logLevel)}a log level`],
    [{ _meta: { ...meta, [logLevel]: null } }, `${member(logLevel)}a log level`],
  ])('are refused with -32602: %j', (params, message) => {
    verifies('VER-17')
    expect(() => decodeRequestMeta(params)).toThrow(RpcError.invalidParams(message))
  })
})
