import { App } from '@modelcontextprotocol/ext-apps'

/** A view of the official package. It tells its host by log messages what it got, and has its app for the test to use. */
const app = new App({ name: 'official', version: '1.0.0' }, { availableDisplayModes: ['inline', 'fullscreen'] })
const report = (data) => app.sendLog({ level: 'info', data })
app.ontoolinputpartial = (params) => report(['partial', params])
app.ontoolinput = (params) => report(['input', params])
app.ontoolresult = (params) => report(['result', params])
app.ontoolcancelled = (params) => report(['cancelled', params])
app.onhostcontextchanged = (params) => report(['context', params])
app.onteardown = async (params) => {
  await report(['teardown', params])
  return {}
}
await app.connect()
globalThis.app = app
await report(['connected', app.getHostContext(), app.getHostVersion()])
