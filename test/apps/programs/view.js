import { connectApp } from '@omniport/app'

document.body.innerHTML = '<main style="height: 120px">view</main>'

/** What the view was told, in order. */
globalThis.received = []

const app = await connectApp({ name: 'view', version: '1.0.0', displayModes: ['inline', 'fullscreen'] })
app.onPartialToolInput((input) => received.push(['partial', input]))
app.onToolInput((input) => received.push(['input', input]))
app.onToolResult((result) => received.push(['result', result]))
app.onToolCancelled((cancellation) => received.push(['cancelled', cancellation]))
app.onHostContextChange((context) => received.push(['context', context]))
app.onTeardown(() => received.push(['teardown']))
globalThis.app = app
