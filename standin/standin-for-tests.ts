import { afterAll, beforeAll, beforeEach } from 'vitest'
import { SignedClient } from './signed-client'
import { northwind, type StandinMerchant } from './standin-merchants'
import { type Standin, type StandinOptions, startStandin } from './start'

/** A stand-in for the tests of one file, seeded afresh before each of them. */
export class RunningStandin {
  private running: Standin | undefined

  constructor(options: StandinOptions = {}) {
    beforeAll(async () => {
      this.running = await startStandin(options)
    })
    beforeEach(() => this.standin.reset())
    afterAll(() => this.standin.close())
  }

  get standin(): Standin {
    if (!this.running) throw new Error('The stand-in runs only while tests do.')
    return this.running
  }

  as(merchant: StandinMerchant = northwind, buyerIp?: string): SignedClient {
    return new SignedClient(this.standin.url, merchant, buyerIp)
  }
}
