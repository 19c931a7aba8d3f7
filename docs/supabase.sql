-- What a Supabase project needs so that Yorozu can keep patrons there (systems.patreon.supabase.url and .serviceKey).
-- Run it in the project's SQL editor; running it again changes nothing. Nothing here is open to anybody but the holder of
-- the service key: row-level security is on, and no policy of this script lets others in.
--
-- Tables of these names that are there already, with other columns, stay and keep what they hold: columns that are missing
-- are added, and those of another program that Yorozu does not fill may be empty from then on.
--
-- Ids of profiles are those of the project's accounts. A patron's id at Patreon is another thing, and lies only in
-- columns named patreon_user_id.

create table if not exists public.profiles (
    id uuid primary key references auth.users (id) on delete cascade,
    created_at timestamptz not null default now()
);

-- Many projects have profiles of their own already.
alter table public.profiles add column if not exists patreon_user_id text;
create unique index if not exists profiles_patreon_user_id on public.profiles (patreon_user_id);

create table if not exists public.usage_events (
    id uuid primary key,
    user_id uuid not null references public.profiles (id) on delete cascade,
    tokens bigint not null check (tokens >= 0),
    used_at timestamptz not null
);
alter table public.usage_events
    add column if not exists tokens bigint,
    add column if not exists used_at timestamptz;
create index if not exists usage_events_of_profile on public.usage_events (user_id, used_at);

-- The sum of the events of each month, as yyyy-MM in UTC.
create table if not exists public.token_usage (
    user_id uuid not null references public.profiles (id) on delete cascade,
    year_month text not null,
    tokens_used bigint not null,
    primary key (user_id, year_month)
);

-- Bonuses are given by inserting rows here; one without expires_at never ends.
create table if not exists public.bonus_tokens (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references public.profiles (id) on delete cascade,
    granted_tokens bigint not null,
    used_tokens bigint not null default 0,
    expires_at timestamptz,
    created_at timestamptz not null default now()
);
alter table public.bonus_tokens add column if not exists expires_at timestamptz;
create index if not exists bonus_tokens_of_profile on public.bonus_tokens (user_id, expires_at);

-- The events of one patron are numbered, so that of two that are written down at once one sees the other.
create table if not exists public.pledge_events (
    delivery text primary key,
    patreon_user_id text not null,
    event_number bigint not null,
    pledge_id text not null,
    event text not null,
    plan text not null,
    patron_status text not null,
    last_charge_at timestamptz,
    lifetime_cents bigint not null,
    received_at timestamptz not null,
    unique (patreon_user_id, event_number)
);

create table if not exists public.crash_reports (
    id uuid primary key,
    crash_timestamp text not null,
    error_message text not null,
    app_version text not null,
    os_version text not null,
    stack_trace text,
    system_info text,
    logs text,
    client text not null,
    received_at timestamptz not null
);
alter table public.crash_reports
    add column if not exists stack_trace text,
    add column if not exists system_info text,
    add column if not exists logs text,
    add column if not exists client text,
    add column if not exists received_at timestamptz;
create index if not exists crash_reports_by_time on public.crash_reports (received_at);

-- What another program requires in these tables and Yorozu does not know of may be empty; texts may be of any length.
do $$
declare
    found record;
begin
    for found in
        select c.table_name, c.column_name, c.data_type, o.ours is not null as ours
        from information_schema.columns c
        join (values ('usage_events'), ('token_usage'), ('crash_reports')) t (name) on t.name = c.table_name
        left join (values
            ('usage_events', array['id', 'user_id', 'tokens', 'used_at']),
            ('token_usage', array['user_id', 'year_month', 'tokens_used']),
            ('crash_reports', array['id', 'crash_timestamp', 'error_message', 'app_version', 'os_version',
                                    'stack_trace', 'system_info', 'logs', 'client', 'received_at'])
        ) o (name, ours) on o.name = c.table_name and c.column_name = any (o.ours)
        where c.table_schema = 'public'
            and (o.ours is not null and c.data_type = 'character varying'
                or o.ours is null and c.is_nullable = 'NO' and c.column_default is null
                    and c.is_identity = 'NO' and c.is_generated = 'NEVER')
    loop
        if found.ours then
            execute format('alter table public.%I alter column %I type text', found.table_name, found.column_name);
        else
            execute format('alter table public.%I alter column %I drop not null', found.table_name, found.column_name);
        end if;
    end loop;
end;
$$;

-- Adds to what a profile used, once for each id; answers whether it was added.
create or replace function public.record_token_usage(
    p_id uuid,
    p_user_id uuid,
    p_tokens bigint,
    p_used_at timestamptz
) returns boolean
language plpgsql
set search_path = ''
as $$
begin
    insert into public.usage_events (id, user_id, tokens, used_at)
    values (p_id, p_user_id, p_tokens, p_used_at)
    on conflict (id) do nothing;
    if not found then
        return false;
    end if;
    insert into public.token_usage as usage (user_id, year_month, tokens_used)
    values (p_user_id, to_char(p_used_at at time zone 'utc', 'YYYY-MM'), p_tokens)
    on conflict (user_id, year_month) do update set tokens_used = usage.tokens_used + excluded.tokens_used;
    return true;
end;
$$;

alter table public.profiles enable row level security;
alter table public.usage_events enable row level security;
alter table public.token_usage enable row level security;
alter table public.bonus_tokens enable row level security;
alter table public.pledge_events enable row level security;
alter table public.crash_reports enable row level security;

grant select, insert, update on
    public.profiles, public.usage_events, public.token_usage, public.bonus_tokens, public.pledge_events,
    public.crash_reports
to service_role;
revoke execute on function public.record_token_usage(uuid, uuid, bigint, timestamptz)
from public, anon, authenticated;
grant execute on function public.record_token_usage(uuid, uuid, bigint, timestamptz) to service_role;
