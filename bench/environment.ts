import { forget } from '@/lib/server/testing/environment'

const environmentForBench = {
  SERVICE_URL: 'http://127.0.0.1:9',
  NEXTAUTH_URL: 'http://127.0.0.1:3000',
  NEXTAUTH_SECRET: 'a secret of the bench that is long enough',
  MERCHANTS: JSON.stringify([
    {
      code: 'northwind',
      name: 'Northwind',
      publicKey: 'cfad88c5-7dcf-4872-8164-311701db9157',
      secretKey: 'bench',
      serviceId: 'desk',
      fallbackBuyerIp: '198.51.100.10',
    },
  ]),
}

/** The dashboard's server side runs inside the bench itself, with its data in a folder, as if the process had just started. */
export function startIn(folder: string, more: Record<string, string> = {}): void {
  Object.assign(process.env, environmentForBench, { DATA_DIR: folder, DATABASE_URL: '', ...more })
  forget('')
}
