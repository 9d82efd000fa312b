/* A tournament of four from the first login to its standings, on types made of the OpenAPI document. */
import createClient, { type Middleware } from "openapi-fetch";
import type { components, paths } from "./schema";

type Body<Name extends keyof components["schemas"]> = components["schemas"][Name];
type Json = "application/json" | "application/problem+json"; // not the tables as CSV
type Service = ReturnType<typeof createClient<paths, Json>>;
declare const process: { env: { URL: string; PASSWORD: string } };

const HOUSE = "riverside";
const slug = "open";
const sgf = "(;GM[1]FF[4]SZ[19]KM[6.5];B[pd];W[dp];B[dd];W[pp];B[];W[])";

/** Every change has a key of its own, so that a proxy or a program may send it again. */
const keyed: Middleware = {
  onRequest({ request }) {
    if (request.method !== "GET") request.headers.set("Idempotency-Key", crypto.randomUUID());
    return request;
  },
};

/** What was answered, and its version; throws the problem of what was refused. */
function good<T>(told: { data?: T; error?: Body<"Problem">; response: Response }): { body: T; etag: string } {
  if (told.error !== undefined) throw new Error(`${told.error.status} ${told.error.code}`);
  return { body: told.data as T, etag: told.response.headers.get("ETag") ?? "" };
}

async function loggedIn(username: string): Promise<Service> {
  const service = createClient<paths, Json>({ baseUrl: process.env.URL });
  service.use(keyed);
  const { token } = good(
    await service.POST("/api/v1/login/", { body: { username, password: process.env.PASSWORD } }),
  ).body;
  service.use({
    onRequest({ request }) {
      request.headers.set("Authorization", `Bearer ${token}`);
      return request;
    },
  });
  return service;
}

async function setUp(director: Service): Promise<Map<string, string>> {
  good(await director.POST("/api/v1/organisations/", { body: { slug: HOUSE, name: "Riverside" } }));
  const settings = { rounds: 2, komi: 6.5, criteria: ["MMS", "SOS", "SOSOS"] };
  good(
    await director.POST("/api/v1/tournaments/", {
      body: { organisation: HOUSE, slug, name: "Open", settings },
    }),
  );
  const players = new Map<string, string>();
  for (const [number, rank] of ["2d", "1d", "1k", "2k"].entries()) {
    const body = { family_name: `Family${number}`, given_name: "G", rank, rating: 2200 - 100 * number };
    const made = good(
      await director.POST("/api/v1/organisations/{slug}/players/", { params: { path: { slug: HOUSE } }, body }),
    ).body;
    players.set(`${made.family_name} ${made.given_name}`, made.id);
  }
  const entered = good(
    await director.POST("/api/v1/tournaments/{slug}/entries/batch/", {
      params: { path: { slug } },
      body: { entries: [...players.values()].map((player) => ({ player })) },
    }),
  ).body;
  if (entered.stored !== players.size) throw new Error("not all were entered");
  good(
    await director.PATCH("/api/v1/tournaments/{slug}/", {
      params: { path: { slug }, header: { "If-Match": "*" } },
      body: { published: true },
    }),
  );
  return players;
}

async function paired(director: Service, number: number): Promise<Body<"Pairing">[]> {
  const { etag } = good(await director.GET("/api/v1/tournaments/{slug}/", { params: { path: { slug } } }));
  const path = { slug, number };
  good(
    await director.POST("/api/v1/tournaments/{slug}/rounds/{number}/pairings/", {
      params: { path, header: { "If-Match": etag } },
      body: {},
    }),
  );
  const shown = { params: { path }, body: { published: true } };
  good(await director.PATCH("/api/v1/tournaments/{slug}/rounds/{number}/", shown));
  const pairs: Body<"Pairing">[] = [];
  let cursor: string | undefined;
  do {
    const page: Body<"PairingPage"> = good(
      await director.GET("/api/v1/tournaments/{slug}/rounds/{number}/pairings/", {
        params: { path, query: { page_size: 1, ...(cursor === undefined ? {} : { cursor }) } },
      }),
    ).body;
    pairs.push(...page.results);
    cursor = page.next === null ? undefined : (new URL(page.next).searchParams.get("cursor") ?? undefined);
  } while (cursor !== undefined);
  return pairs;
}

async function disputed(director: Service, game: Body<"Pairing">, players: Map<string, string>): Promise<void> {
  const sides = { white: await loggedIn("white"), black: await loggedIn("black") };
  for (const side of ["white", "black"] as const) {
    const player = players.get(game[side].name);
    if (player === undefined) throw new Error(`nobody is called ${game[side].name}`);
    const { token } = good(
      await director.POST("/api/v1/organisations/{slug}/players/{player_id}/invitation/", {
        params: { path: { slug: HOUSE, player_id: player } },
      }),
    ).body;
    good(await sides[side].POST("/api/v1/invitations/{token}/accept/", { params: { path: { token } } }));
    good(
      await sides[side].POST("/api/v1/games/{game_id}/reports/", {
        params: { path: { game_id: game.id } },
        body: { result: side },
      }),
    );
  }
  good(
    await sides.white.POST("/api/v1/games/{game_id}/record/", {
      params: { path: { game_id: game.id }, header: { "If-Match": "*" } },
      body: { sgf },
    }),
  );
  const made = good(
    await sides.white.POST("/api/v1/games/{game_id}/claims/", {
      params: { path: { game_id: game.id } },
      body: { type: "wrong_result", result: "W+R", text: "Black resigned." },
    }),
  );
  const ruled = good(
    await director.POST("/api/v1/claims/{claim_id}/ruling/", {
      params: { path: { claim_id: made.body.id }, header: { "If-Match": made.etag } },
      body: { decision: "upheld", reasons: "Both say so now.", remedy: { result: "white" } },
    }),
  ).body;
  if (ruled.ruling?.decision !== "upheld") throw new Error("not ruled");
}

async function inBulk(director: Service, number: number, games: string[]): Promise<Body<"Batch">> {
  const results = [...games, crypto.randomUUID()].map((game) => ({ game, result: "black" as const }));
  return good(
    await director.PUT("/api/v1/tournaments/{slug}/rounds/{number}/results/", {
      params: { path: { slug, number } },
      body: { results, each: true },
    }),
  ).body;
}

async function played(): Promise<void> {
  const director = await loggedIn("director");
  const players = await setUp(director);
  const [first, ...others] = await paired(director, 1);
  if (first === undefined) throw new Error("nothing was paired");
  await disputed(director, first, players);
  const batches = [await inBulk(director, 1, others.map((one) => one.id))];
  batches.push(await inBulk(director, 2, (await paired(director, 2)).map((one) => one.id)));
  const decided = good(
    await director.GET("/api/v1/games/{game_id}/", {
      params: { path: { game_id: first.id } },
    }),
  ).body;
  const table = good(
    await director.GET("/api/v1/tournaments/{slug}/standings/", { params: { path: { slug } } }),
  ).body;
  console.log(
    JSON.stringify({
      decided: [decided.result, decided.state],
      batches: batches.map((one) => [one.stored, one.refused, one.lines.at(-1)?.errors[0]?.code]),
      places: table.results.map((row) => row.place),
    }),
  );
}

await played();
