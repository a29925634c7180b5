import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'

/** What views asked for and said, in order: the name, and the parameters. */
globalThis.seen = []

/** How often views said that they are ready. */
globalThis.starts = 0

const record = (name, result) => async (params) => {
  seen.push([name, params])
  return typeof result === 'function' ? result(params) : result
}

/** Shows a view in a sandboxed frame. Resolves when it has said that it is ready. */
globalThis.openView = async (html, hostContext) => {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.style.width = '400px'
  document.body.append(frame)
  const capabilities = { openLinks: {}, serverTools: {}, serverResources: {}, logging: {} }
  const bridge = new AppBridge(null, { name: 'official', version: '1.0.0' }, capabilities, { hostContext })
  bridge.oncalltool = record('tool', ({ name, arguments: args }) => {
    if (globalThis.callServer) return globalThis.callServer(name, args)
    if (name === 'fail') throw new Error('No such tool')
    return { content: [{ type: 'text', text: name }], structuredContent: { args } }
  })
  bridge.onreadresource = record('resource', ({ uri }) => ({ contents: [{ uri, text: 'contents' }] }))
  bridge.onopenlink = record('link', ({ url }) => ({ isError: url.includes('evil') }))
  bridge.onmessage = record('message', {})
  bridge.onupdatemodelcontext = record('context', {})
  bridge.ondownloadfile = record('download', {})
  bridge.onrequestdisplaymode = record('mode', ({ mode }) => {
    bridge.setHostContext({ ...hostContext, displayMode: mode })
    return { mode }
  })
  bridge.onloggingmessage = record('log')
  bridge.onrequestteardown = record('teardown')
  bridge.onsizechange = record('size', ({ width, height }) => {
    frame.style.height = `${height}px`
    return { width, height }
  })
  const ready = new Promise((resolve) => {
    bridge.oninitialized = () => {
      globalThis.starts += 1
      resolve()
    }
  })
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow))
  frame.srcdoc = html
  await ready
  globalThis.bridge = bridge
  globalThis.frame = frame
}
