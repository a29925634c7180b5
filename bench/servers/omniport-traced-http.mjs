// The server of `omniport-http.mjs` with traces and metrics.
import { instrument } from '@omniport/otel'
import { meterProvider } from './trace.mjs'

instrument({ meterProvider })
await import('./omniport-http.mjs')
