import { appHost } from './list/app-host.mjs'
import { appViews } from './list/app-views.mjs'
import { apps } from './list/apps.mjs'
import { asking } from './list/asking.mjs'
import { authClient } from './list/auth-client.mjs'
import { authServer } from './list/auth-server.mjs'
import { client } from './list/client.mjs'
import { clientHttp } from './list/client-http.mjs'
import { hostAudit } from './list/host-audit.mjs'
import { hostConfig } from './list/host-config.mjs'
import { hostConsent } from './list/host-consent.mjs'
import { hostServers } from './list/host-servers.mjs'
import { hostSkills } from './list/host-skills.mjs'
import { hostTools } from './list/host-tools.mjs'
import { http } from './list/http.mjs'
import { jsonrpc } from './list/jsonrpc.mjs'
import { parking } from './list/parking.mjs'
import { pipes } from './list/pipes.mjs'
import { protocol } from './list/protocol.mjs'
import { schema } from './list/schema.mjs'
import { server } from './list/server.mjs'
import { sessions } from './list/sessions.mjs'
import { simulation } from './list/simulation.mjs'
import { skills } from './list/skills.mjs'
import { store } from './list/store.mjs'

/** All that the tests must notice. */
export const mutations = [
  ...jsonrpc,
  ...protocol,
  ...schema,
  ...store,
  ...pipes,
  ...http,
  ...sessions,
  ...server,
  ...asking,
  ...parking,
  ...client,
  ...clientHttp,
  ...skills,
  ...apps,
  ...authServer,
  ...authClient,
  ...hostConsent,
  ...hostAudit,
  ...hostTools,
  ...hostSkills,
  ...hostServers,
  ...hostConfig,
  ...appViews,
  ...appHost,
  ...simulation,
]
