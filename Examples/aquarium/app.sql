-- The app's database, with two users, so that the exporter has something to read.
create table user (id text primary key, zone text not null, language text, permission text, feeding text);
create table tank (id text primary key, user text references user, name text not null, liters integer, every_days integer not null, set_up text not null, archived integer default 0);
create table water_change (tank text references tank, day text not null);
create table water_test (id text primary key, user text references user, tank text not null, nitrate real not null, tested_at text not null);
create table filter (id text primary key, user text references user, name text not null, rinse_on text not null, rinsed_on text);
create table supply (id text primary key, user text references user, name text not null, days_left integer not null, restocked_at text);

insert into user values ('mia', 'Europe/Berlin', 'de-DE', 'authorized', '18:30');
insert into user values ('sam', 'America/New_York', 'en-US', 'provisional', null);
insert into tank values ('reef', 'mia', 'Riff', 180, 7, '2026-11-02', 0);
insert into tank values ('nano', 'mia', 'Nano', 30, 5, '2026-11-01', 0);
insert into tank values ('shrimp', 'sam', 'Shrimp bowl', 20, 14, '2026-11-10', 0);
insert into tank values ('old', 'sam', 'Old tank', 60, 7, '2026-01-01', 1);
insert into water_change values ('reef', '2026-11-16');
insert into water_change values ('nano', '2026-11-13');
insert into water_test values ('t1', 'mia', 'Riff', 42.5, '2026-11-20T10:15:00Z');
insert into water_test values ('t2', 'sam', 'Shrimp bowl', 8, '2026-11-20T03:00:00Z');
insert into filter values ('canister', 'mia', 'Außenfilter', '2026-11-18', null);
insert into filter values ('sponge', 'sam', 'Sponge filter', '2026-11-12', '2026-11-12');
insert into supply values ('flakes', 'mia', 'Flocken', 40, '2026-10-01T12:00:00Z');
insert into supply values ('wafers', 'sam', 'Algae wafers', 4, '2026-10-20T12:00:00Z');
