import { expect, test } from 'vitest'
import { newestProfile } from '../revisions/profiles.js'
import { encodeRequest, encodeRequester } from './encode-request.js'

const info = { name: 'c', version: '1', title: 'C' }

test('a client names itself, its revision and its capabilities in every request, and a level if it wants messages', () => {
  const named = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { roots: {} },
    'io.modelcontextprotocol/clientInfo': info,
  }
  const requester = { info, capabilities: { roots: {} }, logLevel: undefined }
  expect(encodeRequester(requester, newestProfile)).toStrictEqual(named)
  expect(encodeRequester({ ...requester, logLevel: 'info' }, newestProfile)).toEqual({
    ...named,
    'io.modelcontextprotocol/logLevel': 'info',
  })
})

test('what names the client goes into the metadata of a request, over what is there', () => {
  expect(encodeRequest(undefined, { a: 1 })).toEqual({ _meta: { a: 1 } })
  expect(encodeRequest({ name: 't' }, { a: 1 })).toEqual({ name: 't', _meta: { a: 1 } })
  expect(encodeRequest({ name: 't', _meta: { a: 2, b: 3 } }, { a: 1 })).toEqual({ name: 't', _meta: { a: 1, b: 3 } })
  expect(encodeRequest({ _meta: 'text' }, { a: 1 })).toEqual({ _meta: { a: 1 } })
})

test('the parameters of the author stay as they are', () => {
  const params = { name: 't', _meta: { b: 3 } }
  encodeRequest(params, { a: 1 })
  expect(params).toEqual({ name: 't', _meta: { b: 3 } })
})
