import { useApp } from '@omniport/app/react'
import { createElement as h, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

function View() {
  const { app, tool, hostContext, error } = useApp({ name: 'react', version: '1.0.0' })
  if (error) return h('p', null, `error ${error.code}`)
  if (!app) return h('p', null, 'connecting')
  return h('p', null, `${app.host.name} ${hostContext.theme} ${JSON.stringify(tool.result?.structuredContent ?? null)}`)
}

document.body.append(document.createElement('main'))
createRoot(document.querySelector('main')).render(h(StrictMode, null, h(View), h(View)))
