// The server of `omniport-http.mjs` with all that traces and metrics take, and nobody who listens.
import { instrument } from '@omniport/otel'
import { meterProvider } from './trace.mjs'

instrument({ meterProvider }).stop()
await import('./omniport-http.mjs')
