import { connectApp } from '@omniport/app'

document.body.innerHTML = '<main style="height: 120px">view</main>'

/** What the view was told, in order. */
globalThis.heard = []

const app = await connectApp({ name: 'view', version: '1.0.0', displayModes: ['inline', 'fullscreen'] })
app.onPartialToolInput((input) => heard.push(['partial', input]))
app.onToolInput((input) => heard.push(['input', input]))
app.onToolResult((result) => heard.push(['result', result]))
app.onToolCancelled((cancellation) => heard.push(['cancelled', cancellation]))
app.onHostContextChange((context) => heard.push(['context', context]))
app.onTeardown(() => heard.push(['teardown']))
globalThis.app = app
