import { expect, test } from 'vitest'
import { appMimeType, appsExtensionId, appsSettings, supportsApps } from './apps-extension.js'
import { isVisibleTo } from './is-visible-to.js'

const id = 'io.modelcontextprotocol/ui'
const type = 'text/html;profile=mcp-app'

test('the names are those of the extension', () => {
  expect([appsExtensionId, appMimeType, appsSettings]).toEqual([id, type, { mimeTypes: [type] }])
})

test.each<[boolean, Readonly<Record<string, unknown>>]>([
  [true, { extensions: { [id]: { mimeTypes: ['a/b', type] } } }],
  [false, {}],
  [false, { extensions: null }],
  [false, { extensions: [] }],
  [false, { extensions: {} }],
  [false, { extensions: Object.create({ [id]: { mimeTypes: [type] } }) }],
  [false, { extensions: { [id]: null } }],
  [false, { extensions: { [id]: {} } }],
  [false, { extensions: { [id]: { mimeTypes: type } } }],
  [false, { extensions: { [id]: { mimeTypes: ['text/html'] } } }],
])('%s: it shows apps with %j', (expected, capabilities) => {
  expect(supportsApps(capabilities)).toBe(expected)
})

test.each<[boolean, boolean, unknown]>([
  [true, true, undefined],
  [true, true, null],
  [true, true, {}],
  [true, true, { ui: null }],
  [true, true, { ui: {} }],
  [true, false, { ui: { visibility: ['model'] } }],
  [false, true, { ui: { visibility: ['app'] } }],
  [true, true, { ui: { visibility: ['app', 'model'] } }],
  [false, false, { ui: { visibility: [] } }],
  [false, false, { ui: { visibility: 'model' } }],
  [false, false, { ui: { visibility: null } }],
])('models see it: %s, apps: %s, with %j', (model, app, _meta) => {
  const tool = { _meta } as Parameters<typeof isVisibleTo>[1]
  expect([isVisibleTo('model', tool), isVisibleTo('app', tool)]).toEqual([model, app])
})
