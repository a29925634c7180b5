import { instrument } from '@omniport/otel'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'

// Both exporters send to OTEL_EXPORTER_OTLP_ENDPOINT; default: http://localhost:4318
const resource = resourceFromAttributes({ 'service.name': 'greeter' })
const spanProcessors = [new BatchSpanProcessor(new OTLPTraceExporter())]
const tracerProvider = new NodeTracerProvider({ resource, spanProcessors })
tracerProvider.register()
const readers = [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter() })]
const meterProvider = new MeterProvider({ resource, readers })

instrument({ meterProvider })

// What is not sent yet is sent when the server has closed.
process.once('beforeExit', () => Promise.all([tracerProvider.shutdown(), meterProvider.shutdown()]))
