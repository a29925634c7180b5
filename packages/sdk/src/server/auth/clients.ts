import type { OAuthClientInformationFull } from '../../shared/auth.js'

/** Stores the clients that are registered with an authorization server. */
export interface OAuthRegisteredClientsStore {
  /** Returns a client by its id. */
  getClient(clientId: string): OAuthClientInformationFull | undefined | Promise<OAuthClientInformationFull | undefined>
  /**
   * Registers a client, and returns it as it was stored. Without this method clients cannot register by themselves. Expired secrets
   * are not to be deleted: the middleware refuses them.
   */
  registerClient?(
    client: Omit<OAuthClientInformationFull, 'client_id' | 'client_id_issued_at'>,
  ): OAuthClientInformationFull | Promise<OAuthClientInformationFull>
}
