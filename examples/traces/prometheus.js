import { instrument } from '@omniport/otel'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'

const exporter = new PrometheusExporter({ port: Number(process.env.METRICS_PORT ?? 9464) })

instrument({ meterProvider: new MeterProvider({ readers: [exporter] }) })
